import { encodeFunctionData } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { aWallet } from '../../../test/fixtures/factories.js'
import { startRpcNode } from '../../../test/fixtures/servers/rpc-node.js'
import { aFundedWallet, waitForReceipt } from '../../../test/on-chain.js'
import { startTestChain, type TestChain } from '../../../test/test-chain.js'
import { type Hash, parseHash } from '../../lib/hex.js'
import { findFreePort } from '../free-port.js'
import type { Chain, Hex } from './chain.js'
import { deployer, multicall3 } from './contracts.js'
import { testMulticallCode, testUsdcAbi, testUsdcCode } from './generated/test-contracts.js'
import { createViemChain } from './viem-chain.js'

let node: TestChain
let chain: Chain
beforeAll(async () => {
  node = await startTestChain()
  chain = connect(node.url)
})
afterAll(() => node.close())
afterEach(() => node.call('evm_setAutomine', true))

function connect(...chainRpcUrl: string[]): Chain {
  const created = createViemChain({ chainRpcUrl, chainId: 84_532 })
  if (!created) throw new Error('there is no chain')
  return created
}

const hashOf = (text: unknown) => parseHash(String(text)) as Hash

/** Sends with the node's own account, so that reading is tested without our sending. */
async function put(signed: Hex): Promise<Hash> {
  return hashOf(await node.call('eth_sendRawTransaction', signed))
}

async function aContract(code: Hex) {
  const address = aWallet()
  await node.call('anvil_setCode', address, code)
  return address
}

describe('createViemChain', () => {
  test('default: reads from the node', async () => {
    const wallet = await aFundedWallet(node, { wei: 5n * 10n ** 18n })
    expect(await chain.getChainId()).toBe(84_532)
    expect(await chain.getBalance(wallet.address)).toBe(5n * 10n ** 18n)
    expect(await chain.findCode(deployer)).toMatch(/^0x7f/)
    expect(await chain.findCode(wallet.address)).toBeNull()
    const { baseFeePerGas } = (await node.call('eth_getBlockByNumber', 'latest', false)) as {
      baseFeePerGas: Hex
    }
    const { maxFeePerGas, maxPriorityFeePerGas } = await chain.suggestFees()
    expect(maxFeePerGas).toBe(2n * BigInt(baseFeePerGas) + maxPriorityFeePerGas)
  })

  test('behavior: returns null without a URL', () => {
    expect(createViemChain({ chainRpcUrl: undefined, chainId: 84_532 })).toBeNull()
    expect(createViemChain({ chainRpcUrl: [], chainId: 84_532 })).toBeNull()
  })

  test('behavior: readContract returns typed results', async () => {
    const address = await aContract(testUsdcCode)
    const read = { address, abi: testUsdcAbi } as const
    expect(await chain.readContract({ ...read, functionName: 'decimals' })).toBe(6)
    const args = [aWallet()] as const
    expect(await chain.readContract({ ...read, functionName: 'balanceOf', args })).toBe(0n)
  })
})

describe('getBalances', () => {
  beforeAll(() => node.call('anvil_setCode', multicall3, testMulticallCode))

  test('default', async () => {
    const [rich, poor] = [await aFundedWallet(node, { wei: 7n }), aWallet()]
    expect(await chain.getBalances([poor, rich.address, multicall3])).toEqual([0n, 7n, 0n])
  })

  test('behavior: keeps the order of more addresses than fit into a request', async () => {
    const { address } = await aFundedWallet(node, { wei: 9n })
    const addresses = Array.from({ length: 201 }, (_, index) =>
      index === 150 ? address : aWallet(),
    )
    const balances = await chain.getBalances(addresses)
    expect(balances).toHaveLength(201)
    expect(balances.indexOf(9n)).toBe(150)
  })

  test('behavior: no addresses need no request', async () => {
    const hiddenChain = connect(`http://127.0.0.1:${await findFreePort()}`)
    expect(await hiddenChain.getBalances([])).toEqual([])
  })

  test('error: throws without Multicall3', async () => {
    await node.call('anvil_setCode', multicall3, '0x')
    await expect(chain.getBalances([aWallet()])).rejects.toThrow()
  })
})

describe('findBlock', () => {
  test('default', async () => {
    await node.call('anvil_mine', '0x3')
    const latest = await chain.findBlock('latest')
    const number = latest?.number ?? 0n
    const before = await chain.findBlock(number - 1n)
    expect(number).toBeGreaterThanOrEqual(3n)
    expect(latest?.parentHash).toBe(before?.hash)
    expect(await chain.findBlock(number)).toEqual(latest)
    expect(latest?.timestampSeconds).toBeGreaterThanOrEqual(before?.timestampSeconds ?? 0n)
  })

  test('behavior: finalizes a sandbox block after two more', async () => {
    await node.call('anvil_mine', '0x3')
    const [latest, final] = [await chain.findBlock('latest'), await chain.findBlock('finalized')]
    expect((latest?.number ?? 0n) - (final?.number ?? 0n)).toBe(2n)
  })

  test('behavior: returns null for a future block', async () => {
    expect(await chain.findBlock(1_000_000n)).toBeNull()
  })
})

describe('getNonce and findReceipt', () => {
  test('default: counts a pending, then a mined transaction', async () => {
    const wallet = await aFundedWallet(node)
    await node.call('evm_setAutomine', false)
    const hash = await put(await wallet.sign())
    expect(await chain.getNonce(wallet.address, 'latest')).toBe(0)
    expect(await chain.getNonce(wallet.address, 'pending')).toBe(1)
    expect(await chain.findReceipt(hash)).toBeNull()

    await node.call('evm_mine')
    const latest = await chain.findBlock('latest')
    expect(await chain.getNonce(wallet.address, 'latest')).toBe(1)
    expect(await chain.findReceipt(hash)).toEqual({
      hash,
      isSuccess: true,
      blockNumber: latest?.number,
      blockHash: latest?.hash,
      gasUsed: 21_000n,
      effectiveGasPrice: expect.any(BigInt),
    })
  })

  test('behavior: returns the receipt of a reverted transaction', async () => {
    const wallet = await aFundedWallet(node)
    const to = await aContract('0x60006000fd')
    const hash = await put(await wallet.sign({ to, gas: 50_000n }))
    await waitForReceipt(node, hash)
    expect(await chain.findReceipt(hash)).toMatchObject({ hash, isSuccess: false })
  })

  test('behavior: returns null for an unknown transaction', async () => {
    expect(await chain.findReceipt(hashOf(`0x${'9'.repeat(64)}`))).toBeNull()
  })
})

describe('simulate', () => {
  /** Reverts when `tx.gasprice` is zero. */
  const priced: Hex = '0x3a600857600080fd5b00'
  const fees = { maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 10n ** 9n }
  const simulate = async (code: Hex, gas = 100_000n) => {
    const { address: from } = await aFundedWallet(node)
    const to = await aContract(code)
    return chain.simulate({ from, to, data: '0x01', value: 0n, gas, ...fees })
  }

  test('default: uses the fees', async () => {
    expect(await simulate(priced)).toEqual({ kind: 'succeeds' })
  })

  test('behavior: returns the reason of a revert, even for too little gas', async () => {
    expect(await simulate('0x60006000fd')).toMatchObject({ kind: 'reverts' })
    expect(await simulate('0x5b600056')).toEqual({
      kind: 'reverts',
      reason: expect.stringMatching(/out ?of ?gas/i),
    })
  })

  test('error: throws when the sender cannot pay the fees', async () => {
    const { address: from } = await aFundedWallet(node, { wei: 1n })
    const call = { from, to: aWallet(), data: '0x', value: 0n, gas: 21_000n, ...fees } as const
    await expect(chain.simulate(call)).rejects.toThrow()
  })
})

describe('findTransaction', () => {
  test('default', async () => {
    const wallet = await aFundedWallet(node)
    const to = aWallet()
    const hash = await put(await wallet.sign({ to, value: 3n }))
    await waitForReceipt(node, hash)
    expect(await chain.findTransaction(hash)).toMatchObject({
      hash,
      from: wallet.address,
      to,
      value: 3n,
      isSuccess: true,
      logs: [],
    })
  })

  test('behavior: returns null while it is pending', async () => {
    const wallet = await aFundedWallet(node)
    await node.call('evm_setAutomine', false)
    expect(await chain.findTransaction(await put(await wallet.sign()))).toBeNull()
  })

  test('behavior: an unknown transaction costs one request', async () => {
    const empty = await startRpcNode()
    const hash = hashOf(`0x${'9'.repeat(64)}`)
    expect(await connect(empty.url).findTransaction(hash)).toBeNull()
    await empty.close()
    expect(empty.methods).toEqual(['eth_chainId', 'eth_getTransactionReceipt'])
  })
})

describe('findPending', () => {
  test('default', async () => {
    const wallet = await aFundedWallet(node)
    const to = aWallet()
    await node.call('evm_setAutomine', false)
    const hash = await put(await wallet.sign({ to, value: 3n }))
    expect(await chain.findPending(hash)).toEqual({
      hash,
      from: wallet.address,
      to,
      value: 3n,
      data: '0x',
      nonce: 0,
      gas: expect.any(BigInt),
      maxFeePerGas: expect.any(BigInt),
      maxPriorityFeePerGas: expect.any(BigInt),
    })
  })

  test('behavior: returns null for an unknown transaction and for one in a block', async () => {
    const wallet = await aFundedWallet(node)
    const hash = await put(await wallet.sign())
    await waitForReceipt(node, hash)
    expect(await chain.findPending(hash)).toBeNull()
    expect(await chain.findPending(hashOf(`0x${'9'.repeat(64)}`))).toBeNull()
  })
})

describe('listBlockLogs', () => {
  /** Emits an event without topics. */
  const emitting: Hex = '0x60206000a000'

  test('default: lists the logs of all transactions of a block', async () => {
    const to = await aContract(emitting)
    const wallet = await aFundedWallet(node)
    const hash = await put(await wallet.sign({ to, gas: 100_000n }))
    await waitForReceipt(node, hash)
    const { blockNumber = 0n } = (await chain.findReceipt(hash)) ?? {}
    const logs = await chain.listBlockLogs(blockNumber)
    expect(logs).toMatchObject([{ address: to, transactionHash: hash, blockNumber, topics: [] }])
    expect(await chain.listBlockLogs(blockNumber + 1_000n)).toBeNull()
  })

  const hash = `0x${'1'.repeat(64)}`
  const block = { hash: `0x${'2'.repeat(64)}`, number: '0x7', transactions: [hash] }
  /** A node that does not know `eth_getBlockReceipts`. */
  const startOldNode = (receipt: unknown) =>
    startRpcNode({
      respond(method) {
        if (method === 'eth_getBlockByNumber') return { result: block }
        if (method === 'eth_getTransactionReceipt') return { result: receipt }
        return { error: { code: -32_601, message: 'the method does not exist' } }
      },
    })

  test('behavior: reads receipts one by one from a node that does not return all at once', async () => {
    const old = await startOldNode({ blockHash: block.hash, logs: [] })
    expect(await connect(old.url).listBlockLogs(7n)).toEqual([])
    await old.close()
    expect(old.methods).toContain('eth_getTransactionReceipt')
  })

  test.each([[null], [{ blockHash: `0x${'3'.repeat(64)}`, logs: [] }]])(
    'error: throws for a receipt that is missing or of another block: %o',
    async (receipt) => {
      const old = await startOldNode(receipt)
      await expect(connect(old.url).listBlockLogs(7n)).rejects.toThrow('receipt')
      await old.close()
    },
  )
})

describe('estimateGas', () => {
  const estimate = async (code: Hex, data: Hex = '0x') => {
    const { address: from } = await aFundedWallet(node)
    return chain.estimateGas({ from, to: await aContract(code), data, value: 0n })
  }

  test('default', async () => {
    const { address: from } = await aFundedWallet(node)
    const call = { from, to: aWallet(), data: '0x', value: 1n } as const
    expect(await chain.estimateGas(call)).toEqual({ kind: 'gas', gas: 21_000n })
  })

  test("behavior: returns the contract's error of a revert", async () => {
    const args = [aWallet(), 1n] as const
    const data = encodeFunctionData({ abi: testUsdcAbi, functionName: 'transfer', args })
    expect(await estimate(testUsdcCode, data)).toEqual({
      kind: 'reverts',
      reason: expect.stringMatching(/^Execution reverted.* \(0x[0-9a-f]{8}/),
    })
  })

  test.each([
    ['without a reason', '0x60006000fd'],
    ['with bytes that no database takes', '0x600160005260206000fd'],
    ['by breaking off', '0xfe'],
  ] as const)('behavior: one that reverts %s', async (_, code) => {
    const outcome = await estimate(code)
    expect(outcome).toEqual({ kind: 'reverts', reason: expect.stringMatching(/^[ -~]{5,300}$/) })
  })
})

describe('broadcast', () => {
  test('default: returns accepted, then known while pending', async () => {
    const wallet = await aFundedWallet(node)
    await node.call('evm_setAutomine', false)
    const signed = await wallet.sign()
    expect(await chain.broadcast(signed)).toEqual({ kind: 'accepted', isKnown: false })
    expect(await chain.broadcast(signed)).toEqual({ kind: 'accepted', isKnown: true })
    expect(await chain.getNonce(wallet.address, 'pending')).toBe(1)
  })

  test('behavior: returns nonce_used for its own or another transaction', async () => {
    const wallet = await aFundedWallet(node)
    const signed = await wallet.sign()
    await waitForReceipt(node, await put(signed))
    expect(await chain.broadcast(signed)).toEqual({ kind: 'nonce_used' })
    const other = await wallet.sign({ value: 2n })
    expect(await chain.broadcast(other)).toEqual({ kind: 'nonce_used' })
  })

  test('behavior: returns underpriced, then accepted with higher fees', async () => {
    const wallet = await aFundedWallet(node)
    await node.call('evm_setAutomine', false)
    await put(await wallet.sign())
    const sameTransaction = await wallet.sign({ value: 2n })
    expect(await chain.broadcast(sameTransaction)).toEqual({ kind: 'underpriced' })
    const fees = { maxFeePerGas: 20_000_000_000n, maxPriorityFeePerGas: 2_000_000_000n }
    const better = await wallet.sign({ value: 2n, ...fees })
    expect(await chain.broadcast(better)).toEqual({ kind: 'accepted', isKnown: false })
  })

  test('behavior: returns unfunded', async () => {
    const wallet = await aFundedWallet(node, { wei: 1n })
    expect(await chain.broadcast(await wallet.sign())).toEqual({ kind: 'unfunded' })
  })

  test("behavior: returns refused with the node's message", async () => {
    const wallet = await aFundedWallet(node)
    const expected = { kind: 'refused', reason: expect.stringMatching(/gas/) }
    expect(await chain.broadcast(await wallet.sign({ gas: 20_000n }))).toEqual(expected)
    expect(await chain.broadcast('0x1234')).toMatchObject({ kind: 'refused' })
    expect(await chain.broadcast(await wallet.sign({ chainId: 1 }))).toMatchObject({
      kind: 'refused',
    })
  })

  test('error: throws when the node does not respond', async () => {
    const wallet = await aFundedWallet(node)
    const hiddenChain = connect(`http://127.0.0.1:${await findFreePort()}`)
    await expect(hiddenChain.broadcast(await wallet.sign())).rejects.toThrow('HTTP request failed')
  })

  test('error: sends nothing to a node of another chain', async () => {
    const wallet = await aFundedWallet(node)
    const elsewhere = createViemChain({ chainRpcUrl: [node.url], chainId: 8_453 })
    const signed = await wallet.sign()
    await expect(elsewhere?.broadcast(signed)).rejects.toThrow('is chain 84532, not 8453')
    expect(await chain.getNonce(wallet.address, 'pending')).toBe(0)
  })
})
