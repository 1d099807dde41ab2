"""What the trainers know: exercises, and how an attempt is judged. Pure logic, without anything to see."""
