// Installs the browser that the end-to-end tests drive. It is the system's own, so it is installed only where the
// system's tool can do that unattended: as root on Debian or Ubuntu. Elsewhere this prints what is missing.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** As in `e2e/browser.ts`: the headless shell is several times as fast as the others. */
const best = '/usr/bin/chromium-headless-shell'
const usual = [best, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const { CHROMIUM } = process.env

/** Installs Chromium if it is missing, or prints why it cannot. */
export function installChromium() {
  if (existsSync(CHROMIUM ?? best)) return
  const problem = findProblem()
  if (problem) console.error(`> There is no Chromium: ${problem}. Tests of pages will fail.`)
}

function findProblem() {
  if (CHROMIUM) return `CHROMIUM names ${CHROMIUM}, and nothing is there`
  const hasAny = usual.some((path) => existsSync(path))
  if (!existsSync('/usr/bin/apt-get')) {
    return hasAny ? null : 'install it, and say in CHROMIUM where it is'
  }
  if (process.getuid?.() !== 0) return hasAny ? null : 'as root, apt-get install chromium'

  console.error('> Installing Chromium for the tests of pages, about a minute, once ...')
  if (install('chromium-headless-shell') || hasAny) return null
  // A machine that has just been made has no lists of packages yet, or old ones; not every system has both.
  run(['update', '-qq'])
  const isInstalled = install('chromium-headless-shell') || install('chromium')
  return isInstalled ? null : 'apt-get install chromium did not succeed'
}

function install(name) {
  return run(['install', '-y', '-qq', '--no-install-recommends', name])
}

function run(args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync('apt-get', args, { env, stdio: 'ignore', timeout: 300_000 }).status === 0
}
