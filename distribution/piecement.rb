# Installs the program from this checkout: brew install --HEAD ./distribution/piecement.rb
class Piecement < Formula
  desc "Falling-piece game for modern terminals, on a rules engine that anyone can import"
  license "MIT"
  head "file://#{File.expand_path("..", __dir__)}", using: :git

  depends_on "python@3.13"

  def install
    system Formula["python@3.13"].opt_bin/"python3.13", "-m", "venv", libexec
    system libexec/"bin/python", "-m", "pip", "install", buildpath
    bin.install_symlink libexec/"bin/piecement"
    man6.install "distribution/piecement.6"
    bash_completion.install "distribution/completions/piecement"
    zsh_completion.install "distribution/completions/_piecement"
    fish_completion.install "distribution/completions/piecement.fish"
  end

  test do
    assert_match(/^piecement \d/, shell_output("#{bin}/piecement --version"))
  end
end
