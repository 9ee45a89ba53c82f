import { text } from 'node:stream/consumers'
import { orderRequest } from '../../src/features/x402/orders/order-request.js'
import { readOrder } from '../../src/features/x402/orders/read-order.js'
import { redeem } from '../../src/features/x402/redeem.js'
import { readProof } from '../../src/features/x402/wire/read-proof.js'
import { unixMs } from '../../src/lib/time.js'
import type { RoundPoint } from '../../src/platform/chain/outgoing/round/sender-rules.js'
import { createTransactionSender } from '../../src/platform/chain/outgoing/transaction-sender.js'
import { createContext } from '../../src/platform/create-context.js'
import { silentLog } from '../fixtures/silent-log.js'
import { connectTimeoutMs, testConfig } from '../test-config.js'

/** The instructions of a worker, as JSON on standard input. */
export type X402Order = {
  databaseUrl: string
  environment: Record<string, string>
  body: object
  headers: Record<string, string>
  idempotencyKey: string
  /**
   * Kills itself when it reaches this point. `mined` is after the block and before the claim is
   * written.
   */
  point: RoundPoint | 'mined'
}

const order: X402Order = JSON.parse(await text(process.stdin))
const ctx = createContext({
  config: testConfig(order.environment),
  databaseUrl: order.databaseUrl,
  connectTimeoutMs,
  now: () => unixMs(Date.now()),
  rootLog: silentLog,
  log: silentLog,
})

function hook(point: X402Order['point']): void {
  if (point === order.point) process.kill(process.pid, 'SIGKILL')
}

const sender = createTransactionSender(ctx, { leaseMs: 300, idleMs: 0, nonceGraceMs: 0, hook })
const proof = readProof(order.headers, ctx.config)
if (!proof) throw new Error('there is no payment')
const unused = async () => Promise.reject(new Error('the payment has a quote'))
void redeem(
  // A wake-up would end the wait before the process is killed.
  { ...ctx, wakeups: { ...ctx.wakeups, listen: () => () => {} } },
  {
    request: orderRequest(ctx, {
      directory: { get: unused, findFormerHolder: unused },
      order: readOrder(order.body),
      network: 'n',
      countOffer: unused,
    }),
    proof,
    idempotencyKey: order.idempotencyKey,
    runContractCheck: (check) => check(),
  },
)
for (;;) {
  await sender.runRound()
  const { rows } = await ctx.db.query(
    `select from outgoing_transactions where purpose = 'x402.settle' and state in ('mined', 'final')
       and data like $1`,
    [`%${proof.nonce.slice(2)}%`],
  )
  if (rows.length > 0) hook('mined')
}
