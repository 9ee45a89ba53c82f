// Installs the load balancer, pooler and cluster software of `npm run chaos -- cluster` as system
// packages. That works unattended only as root on Debian or Ubuntu. Run as a program, it ends with 1
// and prints the reason when something is missing.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const programs = [
  '/usr/sbin/haproxy',
  '/usr/sbin/pgbouncer',
  '/usr/bin/patroni',
  '/usr/bin/etcd',
  '/usr/lib/python3/dist-packages/etcd',
  '/usr/lib/postgresql/15/bin/pg_rewind',
]
const packages = ['haproxy', 'pgbouncer', 'patroni', 'python3-etcd', 'etcd-server', 'postgresql-15']

/** Keeps the packages from starting services of their own. */
const policy = '/usr/sbin/policy-rc.d'

/** Installs what is missing. Returns the reason when that is not possible, or null. */
function installCluster() {
  if (programs.every((path) => existsSync(path))) return null
  if (process.platform !== 'linux' || !existsSync('/usr/bin/apt-get')) {
    return 'this system has no apt-get'
  }
  if (process.getuid?.() !== 0) return `run "apt-get install ${packages.join(' ')}" as root`

  console.error('> Installing HAProxy, PgBouncer, Patroni, etcd and PostgreSQL, once ...')
  run('apt-get', ['update', '-qq'])
  const script = `test -e ${policy} || { printf '#!/bin/sh\\nexit 101\\n' >${policy}; chmod +x ${policy}; trap 'rm -f ${policy}' EXIT; }
    apt-get install -y -qq --no-install-recommends ${packages.join(' ')}`
  run('sh', ['-c', script])
  const missing = programs.filter((path) => !existsSync(path))
  return missing.length === 0 ? null : `apt-get did not install ${missing.join(', ')}`
}

function run(command, args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync(command, args, { env, stdio: 'ignore', timeout: 300_000 })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problem = installCluster()
  if (problem) console.error(`> Cluster software is missing: ${problem}.`)
  process.exit(problem ? 1 : 0)
}
