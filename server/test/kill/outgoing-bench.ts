import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import type { Address } from '../../src/lib/hex.js'
import { unixMs } from '../../src/lib/time.js'
import type { Hex } from '../../src/platform/chain/chain.js'
import { findOutgoing } from '../../src/platform/chain/outgoing/find-outgoing.js'
import type { Intent, Outgoing, OutgoingState } from '../../src/platform/chain/outgoing/outgoing.js'
import { planTransaction } from '../../src/platform/chain/outgoing/plan-transaction.js'
import type { Round } from '../../src/platform/chain/outgoing/round/rounds.js'
import { signTransaction } from '../../src/platform/chain/outgoing/round/sign-attempt.js'
import { listAttempts } from '../../src/platform/chain/outgoing/stores/attempt-store.js'
import {
  createTransactionSender,
  type SenderOptions,
  type TransactionSender,
} from '../../src/platform/chain/outgoing/transaction-sender.js'
import { walletOf } from '../../src/platform/chain/signing-keys.js'
import type { Context } from '../../src/platform/context.js'
import { createContext } from '../../src/platform/create-context.js'
import { createLogger } from '../../src/platform/log.js'
import { aWallet } from '../fixtures/factories.js'
import type { TestChain } from '../test-chain.js'
import { connectTimeoutMs, testConfig } from '../test-config.js'
import { createTestDatabase } from '../test-database.js'

export type OutgoingBench = Awaited<ReturnType<typeof createOutgoingBench>>

/** Creates a funded signer with its own database, and tools to watch its transactions. */
export async function createOutgoingBench(
  chain: Pick<TestChain, 'call'> & { environment: Record<string, string> },
  environment: Record<string, string> = {},
) {
  const database = await createTestDatabase()
  const privateKey: Hex = `0x${randomBytes(32).toString('hex')}`
  const signer = await walletOf(privateKey)
  const lines: Record<string, unknown>[] = []
  const log = createLogger('trace', { write: (text) => lines.push(JSON.parse(text)) })
  const settings = {
    ...chain.environment,
    RELAYER_PRIVATE_KEY: privateKey,
    MAX_FEE_GWEI: '1000',
    ...environment,
  }
  const contexts: Context[] = []

  /** Creates the context of another process. */
  function another(changed: Record<string, string> = {}): Context {
    const config = testConfig({ DATABASE_POOL_SIZE: '3', ...settings, ...changed })
    const now = () => unixMs(1_767_268_800_000 + contexts.length)
    const databaseUrl = database.url
    const ctx = createContext({ config, databaseUrl, connectTimeoutMs, now, rootLog: log, log })
    contexts.push(ctx)
    return ctx
  }

  const ctx = another()
  const find = async ({ id }: { id: string }): Promise<Outgoing> => {
    const outgoing = await findOutgoing(ctx.db, { id })
    if (!outgoing) throw new Error(`${id} is gone`)
    return outgoing
  }
  const fund = (wei: bigint) => chain.call('anvil_setBalance', signer, `0x${wei.toString(16)}`)
  await fund(10n ** 18n)

  return {
    ctx,
    databaseUrl: database.url,
    environment: settings,
    privateKey,
    signer,
    lines,
    another,
    find,
    fund,
    /** Plans a transaction, by default one wei to a new wallet. */
    plan: (intent: Partial<Intent> = {}) =>
      planTransaction(ctx, { ...aGift(ctx.config.chainId), ...intent }),
    sender: (options: SenderOptions = {}, of: Context = ctx): TransactionSender =>
      createTransactionSender(of, { idleMs: 0, nonceGraceMs: 0, ...options }),
    /** Runs one round of a process that then ends. */
    async round(options: SenderOptions = {}, of: Context = ctx): Promise<Round> {
      const sender = createTransactionSender(of, { idleMs: 0, nonceGraceMs: 0, ...options })
      const round = await sender.runRound()
      await sender.stop()
      return round
    },
    /** Expires the lease, as if its holder had been paused. */
    expireLease: () => ctx.db.query('update outgoing_signers set leased_until = 0'),
    attempts: ({ id }: { id: string }) => listAttempts(ctx.db, [id]),
    /** Runs rounds until all of these reach the state. */
    async until(sender: TransactionSender, state: OutgoingState, rows: { id: string }[]) {
      await expect
        .poll(
          async () => {
            await sender.runRound()
            return (await Promise.all(rows.map(find))).map((row) => row.state)
          },
          { interval: 5, timeout: 60_000 },
        )
        .toEqual(rows.map(() => state))
    },
    balanceOf: async (wallet: Address) =>
      BigInt((await chain.call('eth_getBalance', wallet, 'latest')) as Hex),
    count: async () => Number(await chain.call('eth_getTransactionCount', signer, 'latest')),
    /** Uses the key outside the service. */
    async useElsewhere(nonce: number): Promise<void> {
      const fees = { maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 2n * 10n ** 9n }
      const { raw } = await signTransaction(privateKey, {
        chainId: ctx.config.chainId,
        nonce,
        to: aWallet(),
        data: '0x',
        value: 1n,
        gas: 21_000n,
        ...fees,
      })
      await chain.call('eth_sendRawTransaction', raw)
    },
    async close(): Promise<void> {
      await Promise.all(contexts.map((context) => context.db.close()))
      await database.drop()
    },
  }
}

function aGift(chainId: number): Intent {
  const key = `gift:${randomBytes(8).toString('hex')}`
  return {
    chainId,
    key,
    purpose: 'split.create',
    merchant: '',
    to: aWallet(),
    data: '0x',
    value: 1n,
    gas: 30_000n,
  }
}
