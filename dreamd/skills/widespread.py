"""Programs that many people have, though not on each machine: a skill that runs one is no faulty one for that."""

from __future__ import annotations

NAMES = """
npm npx node yarn pnpm bun deno tsc eslint prettier vitest jest playwright python python3 pip pip3 pipx uv uvx
poetry conda pytest tox ruff mypy black flake8 ruby gem bundle rake rails php composer java javac mvn gradle
gradlew kotlinc scala sbt go gofmt cargo rustc rustup swift xcodebuild pod dart flutter dotnet nuget elixir
mix erl ghc stack cabal gcc g++ clang make cmake ninja meson bazel just task docker docker-compose podman
kubectl helm kustomize k9s minikube kind skaffold argocd flux terraform terragrunt tofu pulumi ansible
ansible-playbook vagrant packer vault consul nomad aws gcloud gsutil az doctl flyctl fly heroku vercel netlify
wrangler firebase supabase psql pg_dump pg_restore createdb dropdb mysql mysqldump mariadb sqlite3 mongosh
mongodump redis-cli clickhouse-client git gh glab hub svn hg git-lfs pre-commit act curl wget http https jq yq
xq rg fd fzf bat tree tmux screen ssh scp rsync sftp ssh-keygen gpg openssl age sops pass op systemctl
journalctl launchctl brew apt apt-get dnf yum pacman snap nix zypper apk crontab logrotate nginx apachectl
caddy certbot ffmpeg convert magick pandoc pdftotext latexmk hugo jekyll mkdocs sphinx-build protoc buf
grpcurl k6 ab wrk vegeta locust trivy grype syft cosign snyk semgrep shellcheck hadolint zip unzip tar gzip xz
7z restic borg rclone s3cmd mc lsof netstat ss dig nslookup ping traceroute nc nmap tcpdump strace htop top ps
kill df du sed awk grep find xargs sort uniq head tail cat less ls cp mv rm mkdir touch chmod chown ln diff
patch date bash sh zsh fish pwsh powershell code vim nvim nano emacs open xdg-open pbcopy sleep watch claude
codex gemini opencode cursor
"""
WIDESPREAD = frozenset(NAMES.split())
