import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createRecordingAlerts } from '../../../../test/fixtures/recording-alerts.js'
import { startRpcNode } from '../../../../test/fixtures/servers/rpc-node.js'
import { silentLog } from '../../../../test/fixtures/silent-log.js'
import { createRecordingLog } from '../../../../test/harness.js'
import { projectRoot } from '../../project-root.js'
import { hasSetpriv } from '../../setpriv.js'
import { callAnvil } from './call-anvil.js'
import { becomesFree } from './choose-port.js'
import { findAnvil } from './find-anvil.js'
import { findRunningAnvil } from './running-anvil.js'
import { type Anvil, type AnvilOptions, startAnvil } from './start-anvil.js'
import { recoverState, stateFiles } from './state-files.js'

const chainId = 84_532

const folder = mkdtempSync(join(tmpdir(), 'tallystick-anvil-'))
const program = findAnvil() ?? ''
const wallet = `0x${'7'.repeat(40)}`

let dataDir: string
let running: Anvil[] = []
beforeEach(() => {
  dataDir = mkdtempSync(join(folder, 'data-'))
})
afterEach(async () => {
  for (const anvil of running) await anvil.stop()
  running = []
})

/** Returns the state of a stopped chain and its facts before. */
let state: string
let past: unknown[]
beforeAll(async () => {
  const first = join(folder, 'first')
  const anvil = await startAnvil({ program, dataDir: first, chainId, log: silentLog })
  await leaveMarks(anvil.url)
  past = await read(anvil.url)
  await anvil.stop()
  state = readFileSync(join(first, 'chain-state.json'), 'utf8')
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function start(options: Partial<AnvilOptions> = {}): Promise<Anvil> {
  const anvil = await startAnvil({ program, dataDir, chainId, log: silentLog, ...options })
  running.push(anvil)
  return anvil
}

/** Adds five blocks, a balance and a contract. */
async function leaveMarks(url: string): Promise<void> {
  await callAnvil(url, 'anvil_setBalance', wallet, '0x7')
  await callAnvil(url, 'anvil_setCode', wallet, '0xfe')
  await callAnvil(url, 'anvil_mine', '0x5')
}

/** Returns the first and last block, the balance and the contract. */
function read(url: string): Promise<unknown[]> {
  const block = async (which: string) => {
    const block = await callAnvil(url, 'eth_getBlockByNumber', which, false)
    const { number, hash } = block as { number: string; hash: string }
    return { number, hash }
  }
  const ask = (method: string) => callAnvil(url, method, wallet, 'latest')
  return Promise.all([block('0x0'), block('latest'), ask('eth_getBalance'), ask('eth_getCode')])
}

const writeFile = (name: string, text: string) => writeFileSync(join(dataDir, name), text)
const pidOfRunning = () => findRunningAnvil(dataDir)?.pid ?? 0

describe('startAnvil', { timeout: 60_000 }, () => {
  test('default: restores its state after a stop', async () => {
    writeFile('chain-state.json', state)
    const { url, recovery } = await start()
    expect(recovery).toBe('whole')
    expect(past).toMatchObject([{ number: '0x0' }, { number: '0x5' }, '0x7', '0xfe'])
    expect(await read(url)).toEqual(past)
    expect(await callAnvil(url, 'eth_chainId')).toBe('0x14a34')
  })

  test('behavior: replaces a partial file with the copy', async () => {
    writeFile('chain-state.json', state.slice(0, 1_000))
    writeFile('chain-state.previous.json', state)
    const { url, recovery } = await start()
    expect(recovery).toBe('previous')
    expect(await read(url)).toEqual(past)
  })
})

describe('startAnvil after a process that was killed', { timeout: 60_000 }, () => {
  test('behavior: stops an orphaned chain and keeps its blocks', { tags: 'slow' }, async () => {
    const { url, kill } = await startInProcess({ PATH: pathWithoutSetpriv() })
    await leaveMarks(url)
    const before = await read(url)
    await kill()
    const orphan = pidOfRunning()
    expect(orphan).toBeGreaterThan(0)

    const { log, lines } = createRecordingLog()
    const anvil = await start({ log })
    expect(anvil).toMatchObject({ url, recovery: 'whole' })
    expect(await read(anvil.url)).toEqual(before)
    expect(pidOfRunning()).not.toBe(orphan)
    expect(lines).toMatchObject([{ level: 'warn' }])
  })

  // An emulated chain sometimes ends at the signal without writing its state.
  const emulated = { retry: process.arch === 'x64' ? 0 : 2 }
  test.runIf(hasSetpriv())(
    'behavior: the chain ends with it, its blocks written',
    {
      ...emulated,
      tags: 'slow',
    },
    async () => {
      const { url, kill } = await startInProcess()
      await leaveMarks(url)
      const [, latest] = await read(url)
      await kill()
      await expect.poll(() => findRunningAnvil(dataDir)).toBeNull()

      const files = stateFiles(dataDir)
      expect(recoverState(files)).toBe('whole')
      const { best_block_number: best } = JSON.parse(readFileSync(files.state, 'utf8'))
      expect(best).toBe(Number((latest as { number: string }).number))
    },
  )
})

/** Uses a stub that starts faster than anvil. */
describe('startAnvil with a stub', { timeout: 30_000 }, () => {
  const standIn = (options: Partial<AnvilOptions> = {}) =>
    start({ program: writeProgram('stand-in', standInSource), ...options })

  test('default: starts without state and keeps its URL', async () => {
    const first = await standIn()
    expect(first.recovery).toBe('none')
    expect(await callAnvil(first.url, 'arguments')).toEqual(
      expect.arrayContaining(['--chain-id', '84532', '--state', join(dataDir, 'chain-state.json')]),
    )
    await first.stop()
    expect(findRunningAnvil(dataDir)).toBeNull()
    await expect(callAnvil(first.url, 'eth_chainId')).rejects.toThrow()
    expect((await standIn()).url).toBe(first.url)
  })

  test('behavior: starts an empty chain from a partial file without a copy', async () => {
    writeFile('chain-state.json', state.slice(0, 1_000))
    expect((await standIn()).recovery).toBe('lost')
    expect(readdirSync(dataDir)).not.toContain('chain-state.json')
  })

  describe('while it is watched', () => {
    /** Fakes the timers of the watcher, so that a test decides when it checks. */
    beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
    afterEach(() => void vi.useRealTimers())

    async function startAndKill(options: Partial<AnvilOptions>): Promise<Anvil> {
      const anvil = await standIn(options)
      const { hostname, port } = new URL(anvil.nodeUrl)
      process.kill(pidOfRunning(), 'SIGKILL')
      expect(await becomesFree(Number(port), hostname)).toBe(true)
      return anvil
    }

    test('behavior: copies its state', async () => {
      await standIn()
      writeFile('chain-state.json', state)
      vi.advanceTimersByTime(30_000)
      const { previous } = stateFiles(dataDir)
      expect(readFileSync(previous, 'utf8')).toBe(state)
    })

    test('behavior: restarts a killed chain at its URL and calls onRestart', {
      tags: 'slow',
    }, async () => {
      const args: string[] = []
      const onRestart = async (url: string) => {
        args.push(url, String(await callAnvil(url, 'eth_chainId')))
      }
      const { url } = await startAndKill({ onRestart })
      vi.advanceTimersByTime(1_000)
      await expect.poll(() => args, { timeout: 20_000 }).toEqual([url, '0x14a34'])
      expect(pidOfRunning()).toBeGreaterThan(0)
    })

    test('behavior: does not mistake another program on its port for the chain', {
      tags: 'slow',
    }, async () => {
      const args: string[] = []
      const { log, lines } = createRecordingLog()
      const alerts = createRecordingAlerts(log)
      const { url, nodeUrl } = await startAndKill({
        log,
        alerts,
        onRestart: async (again) => void args.push(again),
      })
      const { hostname: host, port } = new URL(nodeUrl)
      const other = await startRpcNode({ host, port: Number(port) })
      vi.advanceTimersByTime(1_000)

      const complaints = () => lines.map(({ msg }) => msg)
      await expect
        .poll(complaints, { timeout: 20_000 })
        .toContain('the sandbox chain cannot be started')
      expect([args, other.methods]).toEqual([[], []])
      await other.close()
      vi.advanceTimersByTime(1_000)
      await expect.poll(() => args, { timeout: 20_000 }).toEqual([url])
      await expect.poll(() => alerts.list()).toEqual([])
    })
  })

  test('behavior: starts a program again that crashes, at most twice', {
    tags: 'slow',
  }, async () => {
    const source = (crashes: number) => `
      const { appendFileSync, readFileSync } = require('node:fs')
      const runs = '${join(folder, 'runs')}'
      appendFileSync(runs, 'x')
      if (readFileSync(runs).length <= ${crashes}) process.kill(process.pid, 'SIGSEGV')
      else { ${standInSource} }
    `
    const { url, stop } = await start({ program: writeProgram('crashing', source(2)) })
    expect(await callAnvil(url, 'eth_chainId')).toBe('0x14a34')
    await stop()
    const brokenAnvil = start({ program: writeProgram('crashing', source(9)) })
    await expect(brokenAnvil).rejects.toThrow('The sandbox chain stopped with SIGSEGV')
  })

  test('error: throws when the program cannot be run', async () => {
    const missingAnvil = start({ program: join(folder, 'missing') })
    await expect(missingAnvil).rejects.toThrow('The sandbox chain')
  })

  test('error: throws with the output of a program that ends at once', async () => {
    const broken = writeProgram('broken', 'console.error("no room left"); process.exit(2)')
    const started = start({ program: broken })
    await expect(started).rejects.toThrow('The sandbox chain stopped with 2: no room left')
  })
})

/** A stub that responds on its port and returns its arguments on request. */
const standInSource = `
  const { createServer } = require('node:http')
  const args = process.argv.slice(2)
  const respond = ({ id, method }) => ({ id, result: method === 'arguments' ? args : '0x14a34' })
  createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    response.end(JSON.stringify(JSON.parse(text).map(respond)))
  }).listen(Number(args[args.indexOf('--port') + 1]), args[args.indexOf('--host') + 1])
`

function writeProgram(name: string, source: string): string {
  const path = join(folder, `${name}.cjs`)
  writeFileSync(path, `#!${process.execPath}\n${source}`, { mode: 0o755 })
  return path
}

/** Starts a chain from a separate process, which can then be killed. */
async function startInProcess(environment: Record<string, string> = {}) {
  const source = `
    import { pino } from 'pino'
    import { runnerImport } from 'vite'
    const load = async (path) => (await runnerImport(path, { configFile: false })).module
    const { startAnvil } = await load('./src/platform/chain/anvil/start-anvil.ts')
    const { PROGRAM: program, FOLDER: dataDir } = process.env
    const log = pino({ level: 'silent' })
    const { url } = await startAnvil({ program, dataDir, chainId: 84_532, log })
    process.send(url)
    setInterval(() => {}, 1_000)
  `
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
    cwd: join(projectRoot(), 'server'),
    env: { ...process.env, PROGRAM: program, FOLDER: dataDir, ...environment },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const exit = once(child, 'exit')
  const ended = exit.then(() => Promise.reject(new Error('the process has ended')))
  ended.catch(() => {})
  const [url] = await Promise.race([once(child, 'message'), ended])
  return {
    url: String(url),
    async kill() {
      child.kill('SIGKILL')
      await exit
    },
  }
}

/** Only the variables that the wrapper of an emulated chain needs. */
function pathWithoutSetpriv(): string {
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  const which = execFileSync('sh', ['-c', 'command -v dirname'], { encoding: 'utf8' })
  symlinkSync(which.trim(), join(bin, 'dirname'))
  return bin
}
