import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Environment } from '../../config/read-settings.js'
import { readDeployConfig } from './read-deploy-config.js'

const CHAIN_RPC_URL = 'https://one.example/key,https://two.example'
const RELAYER_PRIVATE_KEY = `0x${'7'.repeat(64)}`

function problemsOf(environment: Environment): unknown {
  try {
    return readDeployConfig(environment)
  } catch (error) {
    return (error as { problems?: unknown }).problems
  }
}

describe('readDeployConfig', () => {
  test('default: needs neither a database nor other secrets in live mode', () => {
    expect(readDeployConfig({ MODE: 'live', CHAIN_RPC_URL, RELAYER_PRIVATE_KEY })).toEqual({
      chainRpcUrl: ['https://one.example/key', 'https://two.example'],
      chainId: 8_453,
      privateKey: RELAYER_PRIVATE_KEY,
    })
  })

  test('behavior: reads CHAIN_ID', () => {
    const environment = { MODE: 'live', CHAIN_RPC_URL, RELAYER_PRIVATE_KEY, CHAIN_ID: '10' }
    expect(readDeployConfig(environment).chainId).toBe(10)
  })

  test('behavior: uses the chain id and wallet of the sandbox', () => {
    const config = readDeployConfig({ CHAIN_RPC_URL })
    expect(config.chainId).toBe(84_532)
    expect(config.privateKey).toMatch(/^0xac0974bec39a/)
  })

  test('behavior: reads values from files', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tallystick-deploy-'))
    const path = join(folder, 'key')
    writeFileSync(path, `${RELAYER_PRIVATE_KEY}\n`)
    const environment = { MODE: 'live', CHAIN_RPC_URL, RELAYER_PRIVATE_KEY_FILE: path }
    const { privateKey } = readDeployConfig(environment)
    rmSync(folder, { recursive: true })
    expect(privateKey).toBe(RELAYER_PRIVATE_KEY)
  })

  test('behavior: ignores problems of other settings', () => {
    const others = { JWT_SECRET: 'short', DATABASE_URL: 'nonsense', PORT: 'x' }
    const config = readDeployConfig({ MODE: 'live', CHAIN_RPC_URL, RELAYER_PRIVATE_KEY, ...others })
    expect(config.chainId).toBe(8_453)
  })

  test.each([
    ['nothing', {}, ['CHAIN_RPC_URL: is required']],
    ['nothing in live mode', { MODE: 'live' }, [/^CHAIN_RPC_URL: is req/, /^RELAYER_PRIVATE_KEY/]],
    ['another mode', { MODE: 'test', CHAIN_RPC_URL }, [/^MODE: /]],
    ['an invalid URL', { CHAIN_RPC_URL: 'ftp://x' }, [/^CHAIN_RPC_URL: .* must be a URL/]],
    [
      'an invalid key',
      { CHAIN_RPC_URL, RELAYER_PRIVATE_KEY: '0x7' },
      [/^RELAYER_PRIVATE_KEY: must/],
    ],
    ['an invalid chain', { CHAIN_RPC_URL, CHAIN_ID: 'base' }, [/^CHAIN_ID: /]],
  ])('error: reports %s', (_, environment, expected) => {
    expect(problemsOf(environment as Environment)).toEqual(
      expected.map((pattern) => expect.stringMatching(pattern)),
    )
  })
})
