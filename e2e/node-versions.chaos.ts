import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callersOf, placeOrder, unique } from './helpers/client.js'
import { payByTransfer } from './helpers/plain-transfer.js'
import {
  makeDataDir,
  removeDataDir,
  startTallystick,
  stopTallystick,
} from './helpers/tallystick.js'

/** The oldest supported Node 20, and a recent release of 22 and 24. */
const versions = ['20.19.0', '22.23.3', '24.21.0']

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tallystick-node-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('npm start', () => {
  test.each(versions)('behavior: starts, takes a payment and stops on Node %s', async (version) => {
    const binDir = fetchNode(version)
    const dataDir = makeDataDir()
    const tallystick = await startTallystick({
      command: 'npm start',
      dataDir,
      environment: { PATH: [binDir, process.env['PATH']].join(delimiter) },
    })
    const service = callersOf({ origin: tallystick.origin, demo: await tallystick.ready() })
    expect(programOf(dataDir)).toBe(join(binDir, 'node'))

    const { status } = await placeOrder(service.program, { taxRate: 0.095 })
    expect(status).toBe('generated')
    await payByTransfer(service, { id: unique('sale'), symbol: 'USDC', currency: 'USD' })
    expect(await stopTallystick(tallystick)).toBe(0)
    expect(tallystick.output()).not.toMatch(/deprecat|"level":"error"/i)
    removeDataDir(dataDir)
  })
})

/**
 * Downloads the binary that the npm package `node` installs on this platform, and returns its
 * folder.
 */
function fetchNode(version: string): string {
  const target = join(folder, version)
  mkdirSync(target)
  const name = `node-${process.platform}-${process.arch}@${version}`
  const file = execFileSync('npm', ['pack', name, '--silent', '--pack-destination', target], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim()
  execFileSync('tar', ['-xzf', join(target, file), '-C', target])
  return join(target, 'package', 'bin')
}

/** Returns the executable of the process that locks the data folder. */
function programOf(dataDir: string): string {
  const { pid } = JSON.parse(readFileSync(join(dataDir, 'instance.lock'), 'utf8'))
  return readlinkSync(`/proc/${pid}/exe`)
}
