import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aHash } from '../../../../test/fixtures/buyer.js'
import { aWallet } from '../../../../test/fixtures/factories.js'
import { createTestContext, type TestContext } from '../../../../test/harness.js'
import type { Hash } from '../../../lib/hex.js'
import { baseUnits } from '../../../lib/money.js'
import { toUnixSeconds } from '../../../lib/time.js'
import type { Chain } from '../../../platform/chain/chain.js'
import { createViemChain } from '../../../platform/chain/viem-chain.js'
import { paymentToken } from '../terms.js'
import type { Payment } from './facilitator.js'
import { verifyLocally } from './verify-locally.js'

const chainId = 84_532
/** A node that refuses connections: no service listens on port 1. */
const unreachable = createViemChain({ chainId, chainRpcUrl: ['http://127.0.0.1:1'] }) as Chain

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())

/** A payment by a contract wallet. Only the chain can say whether its signature is valid. */
async function aPayment(): Promise<Payment> {
  const [payTo, units] = [aWallet(), baseUnits(5n)]
  const signer = privateKeyToAccount(generatePrivateKey())
  const proof = {
    version: 2 as const,
    payer: aWallet(),
    payTo,
    units,
    validAfterSeconds: 0n,
    validBeforeSeconds: BigInt(toUnixSeconds(ctx.now())) + 10n ** 9n,
    nonce: aHash() as Hash,
    signature: await signer.sign({ hash: aHash() as Hash }),
    paymentId: null,
  }
  const subject = { kind: 'order' as const, merchant: aWallet(), receiptId: 'r-1' }
  const terms = { chainId, token: paymentToken(chainId), payTo, units, subject }
  return { proof, terms, merchant: subject.merchant }
}

describe('verifyLocally', () => {
  test('error: an unreachable node is chain_unavailable, not an invalid signature', async () => {
    const verifying = verifyLocally(ctx, { chain: unreachable, payment: await aPayment() })
    await expect(verifying).rejects.toMatchObject({ code: 'chain_unavailable' })
  })
})
