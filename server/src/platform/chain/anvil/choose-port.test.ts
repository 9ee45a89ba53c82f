import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { becomesFree, choosePort } from './choose-port.js'
import { recordAnvil } from './running-anvil.js'

let dataDir: string
let other: Server
let port: number
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'tallystick-port-'))
  other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  port = (other.address() as AddressInfo).port
})
afterEach(() => {
  other.close()
  rmSync(dataDir, { recursive: true })
})

const choose = (isJustEnded = false) => choosePort(dataDir, { isJustEnded })

describe('choosePort', () => {
  test('default: returns the last port', async () => {
    other.close()
    await once(other, 'close')
    recordAnvil(dataDir, { pid: 1, port })
    expect(await choose()).toBe(port)
  })

  test('behavior: returns any free port the first time', async () => {
    expect(await choose()).toBeGreaterThan(0)
  })

  test('behavior: returns another port when the last one is taken', async () => {
    recordAnvil(dataDir, { pid: 1, port })
    const chosen = await choose()
    expect(chosen).not.toBe(port)
    expect(chosen).toBeGreaterThan(0)
  })

  test('behavior: waits for a chain that has just ended to release its port', async () => {
    recordAnvil(dataDir, { pid: 1, port })
    const choosing = choose(true)
    setTimeout(() => other.close(), 50)
    expect(await choosing).toBe(port)
  })
})

describe('becomesFree', () => {
  test('default', async () => {
    const waiting = becomesFree(port)
    other.close()
    expect(await waiting).toBe(true)
  })
})
