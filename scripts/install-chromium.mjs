// Installs the browser of the end-to-end tests as a system package. That works unattended only as
// root on Debian or Ubuntu. On other systems it prints instructions.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/**
 * Same list as in `e2e/helpers/browser.ts`. The headless shell is several times as fast as the
 * others.
 */
const best = '/usr/bin/chromium-headless-shell'
const usual = [best, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const { CHROMIUM } = process.env

/** Installs Chromium if it is missing, or prints the reason for a failure. */
export function installChromium() {
  if (existsSync(CHROMIUM ?? best)) return
  const problem = findProblem()
  if (problem) console.error(`> Chromium is missing, so tests of pages will fail: ${problem}.`)
}

function findProblem() {
  if (CHROMIUM) return `CHROMIUM is set to ${CHROMIUM}, which does not exist`
  const hasAny = usual.some((path) => existsSync(path))
  if (!existsSync('/usr/bin/apt-get')) {
    return hasAny ? null : 'install it and set CHROMIUM to its path'
  }
  if (process.getuid?.() !== 0) return hasAny ? null : 'run "apt-get install chromium" as root'

  console.error('> Installing Chromium for the tests of pages. This takes about a minute, once ...')
  if (install('chromium-headless-shell') || hasAny) return null
  // A new machine may have no current package lists. Not every system has both packages.
  run(['update', '-qq'])
  const isInstalled = install('chromium-headless-shell') || install('chromium')
  return isInstalled ? null : 'apt-get install chromium failed'
}

function install(name) {
  return run(['install', '-y', '-qq', '--no-install-recommends', name])
}

function run(args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync('apt-get', args, { env, stdio: 'ignore', timeout: 300_000 }).status === 0
}
