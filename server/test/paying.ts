import { setTimeout as sleep } from 'node:timers/promises'
import { encodeFunctionData, parseAbi } from 'viem'
import { getReceipt } from '../src/features/receipts/read/get-receipt.js'
import { setChainTime } from '../src/features/sandbox/advance-clock.js'
import { prepareChain } from '../src/features/sandbox/prepare-chain.js'
import { createWatcher } from '../src/features/settlement/round.js'
import { type Address, type Hash, parseAddress } from '../src/lib/hex.js'
import type { UnixMs } from '../src/lib/time.js'
import type { Hex } from '../src/platform/chain/chain.js'
import { paymentGateway } from '../src/platform/chain/contracts.js'
import { depositOf } from '../src/platform/chain/deposit-address.js'
import { paymentGatewayAbi } from '../src/platform/chain/generated/payment-gateway.js'
import { createTransactionSender } from '../src/platform/chain/outgoing/transaction-sender.js'
import { walletOf } from '../src/platform/chain/signing-keys.js'
import { findToken, nativeToken, type TokenSymbol } from '../src/platform/chain/tokens.js'
import { createTestApp, type TestApp, testNow } from './harness.js'
import { sendOnChain } from './on-chain.js'
import { startTestChain, type TestChain } from './test-chain.js'

const chainId = 84_532
const erc20 = parseAbi([
  'function transfer(address to, uint256 units)',
  'function approve(address spender, uint256 units)',
  'function mint(address to, uint256 units)',
  'function balanceOf(address owner) view returns (uint256)',
])

export type Paying = Awaited<ReturnType<typeof startPaying>>

/**
 * Starts the app with a prepared chain, a watcher and a sender that run one round at a time. `now`
 * replaces the manual clock, for clients that follow the real time.
 */
export async function startPaying(
  environment: Record<string, string> = {},
  { now, ...options }: { now?: () => UnixMs; hasCanaries?: boolean } = {},
) {
  const chain = await startTestChain()
  const app = await createTestApp({
    environment: { ...chain.environment, ...environment },
    ...(now && { now }),
    ...options,
  })
  const { config } = app.ctx
  const relayer = await walletOf(config.relayerPrivateKey ?? '0x')
  await setChainTime(chain.url, now?.() ?? testNow)
  await prepareChain(chain.url, { chainId, relayers: [relayer] })
  if (!app.ctx.chain) throw new Error('the app has no chain')
  const watcher = createWatcher(app.ctx, app.ctx.chain)
  const sender = createTransactionSender(app.ctx)
  const signal = new AbortController().signal
  await watcher.runRound(signal)

  return {
    app,
    chain,
    watcher,
    sender,
    relayer,
    buyer: '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc' as Address,
    /** Runs one round of the watcher, without sending. */
    watch: () => watcher.runRound(signal),
    /** Runs rounds until nothing has moved in two rounds, or `rounds` at most. */
    async settle(rounds = 12): Promise<void> {
      let quiet = 0
      for (let round = 0; round < rounds && quiet < 2; round += 1) {
        const { foundCount, settled } = await watcher.runRound(signal)
        const sentRound = await sender.runRound()
        const hasMoved = foundCount + settled > 0 || sentRound.kind !== 'ran' || sentRound.moved > 0
        quiet = hasMoved || (await hasPendingTransactions(app)) ? 0 : quiet + 1
      }
    },
    async close(): Promise<void> {
      await sender.stop()
      await app.close()
      await chain.close()
    },
    ...paymentsOn({ app, chain }),
  }
}

/** Returns whether a transaction waits to be mined. */
async function hasPendingTransactions({ ctx }: TestApp): Promise<boolean> {
  const { rows } = await ctx.db.query(
    `select 1 from outgoing_transactions where state in ('planned', 'signed', 'sent') limit 1`,
  )
  return rows.length > 0
}

/** Creates the ways to pay on a chain. Each waits for the block. */
export function paymentsOn({ app, chain }: { app: TestApp; chain: TestChain }) {
  const tokenOf = (symbol: TokenSymbol) => findToken(chainId, symbol)?.address as Address

  /** Returns the hash of the transaction. */
  function send(from: Address, to: Address, data: Hex = '0x', value = 0n): Promise<Hex> {
    return sendOnChain(chain, { from, to, data, value })
  }

  return {
    tokenOf,
    send,
    async depositOf(merchant: Address, id: string): Promise<Address> {
      return depositOf({ chainId }, await getReceipt(app.ctx, { merchant, id })).address
    },
    async receiptKeyOf(merchant: Address, id: string): Promise<Hash> {
      return depositOf({ chainId }, await getReceipt(app.ctx, { merchant, id })).receiptKey
    },
    /** Pays by plain transfer. */
    async pay(symbol: TokenSymbol | 'ETH', input: { from: Address; to: Address; units: bigint }) {
      const { from, to, units } = input
      if (symbol === 'ETH') return send(from, to, '0x', units)
      const data = encodeFunctionData({ abi: erc20, functionName: 'transfer', args: [to, units] })
      return send(from, tokenOf(symbol), data)
    },
    /** Pays through the gateway. */
    async payByGateway(input: {
      from: Address
      receiptKey: Hex
      payoutAddress: Address
      token: Address
      units: bigint
    }): Promise<void> {
      const { from, receiptKey, payoutAddress, token, units } = input
      const args = [paymentGateway.address, units] as const
      if (token !== nativeToken) {
        await send(from, token, encodeFunctionData({ abi: erc20, functionName: 'approve', args }))
      }
      const data = encodeFunctionData({
        abi: paymentGatewayAbi,
        functionName: 'pay',
        args: [receiptKey, payoutAddress, token, units],
      })
      await send(from, paymentGateway.address, data, token === nativeToken ? units : 0n)
    },
    async balanceOf(symbol: TokenSymbol | 'ETH', owner: Address): Promise<bigint> {
      if (symbol === 'ETH')
        return BigInt((await chain.call('eth_getBalance', owner, 'latest')) as Hex)
      const data = encodeFunctionData({ abi: erc20, functionName: 'balanceOf', args: [owner] })
      const call = { to: tokenOf(symbol), data }
      return BigInt((await chain.call('eth_call', call, 'latest')) as Hex)
    },
    async mine(blocks = 1): Promise<void> {
      await chain.call('anvil_mine', `0x${blocks.toString(16)}`)
      await sleep(5)
    },
    addressOf: (text: string) => parseAddress(text) as Address,
  }
}
