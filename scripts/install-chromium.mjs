// The browser that the end-to-end tests drive. It is the system's own, so it is installed where the system's tool
// does that by itself: as root on Debian or Ubuntu. Anywhere else this says what is missing and goes on: the tests
// that need it say so too.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** As in `e2e/browser.ts`. */
const usual = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const packages = ['install', '-y', '-qq', '--no-install-recommends', 'chromium']

if (!hasChromium()) {
  const problem = installChromium()
  if (problem) console.error(`> There is no Chromium: ${problem}. Tests of pages will fail.`)
}

function hasChromium() {
  const { CHROMIUM } = process.env
  return CHROMIUM ? existsSync(CHROMIUM) : usual.some((path) => existsSync(path))
}

/** Makes the program available, or says in one sentence why there is none. */
function installChromium() {
  const { CHROMIUM } = process.env
  if (CHROMIUM) return `CHROMIUM names ${CHROMIUM}, and nothing is there`
  if (!existsSync('/usr/bin/apt-get')) return 'install it, and say in CHROMIUM where it is'
  if (process.getuid?.() !== 0) return 'as root, apt-get install chromium'

  console.error('> Installing Chromium for the tests of pages, about a minute, once ...')
  // A machine that has just been made has no lists of packages yet, or old ones.
  const isInstalled = run(packages) || (run(['update', '-qq']) && run(packages))
  return isInstalled && hasChromium() ? null : 'apt-get install chromium did not succeed'
}

function run(args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync('apt-get', args, { env, stdio: 'ignore', timeout: 300_000 }).status === 0
}
