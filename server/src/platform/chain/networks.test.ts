import { describe, expect, test } from 'vitest'
import type { Context } from '../context.js'
import { networkOf } from './networks.js'

const at = (chainId: number, anvilUrl: string | null | undefined) =>
  networkOf({
    config: { chainId } as Context['config'],
    sandbox: anvilUrl === undefined ? null : ({ anvilUrl } as Context['sandbox']),
  })

describe('networkOf', () => {
  test('default', () => {
    expect(at(8_453, undefined)).toMatchObject({
      name: 'Base',
      explorerUrl: 'https://basescan.org',
    })
    expect(at(84_532, null)).toMatchObject({ name: 'Base Sepolia' })
  })

  test('behavior: gives the sandbox chain its own name', () => {
    const ownNetwork = at(84_532, 'http://127.0.0.1:1')
    expect(ownNetwork).toMatchObject({
      name: 'Sandbox',
      rpcUrl: 'http://127.0.0.1:1',
      explorerUrl: null,
    })
  })

  test('behavior: names an unknown chain by its id', () => {
    expect(at(5, undefined)).toEqual({
      name: 'chain 5',
      coin: 'ETH',
      rpcUrl: null,
      explorerUrl: null,
    })
  })
})
