import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyChains } from '../../src/features/audit/verify-chains.js'
import { getTrialBalance } from '../../src/features/ledger/get-trial-balance.js'
import { createSigningSecrets } from '../../src/features/webhooks/publish/signing-secrets.js'
import { checksumAddress } from '../../src/lib/hex.js'
import { DAY_MS, unixMs } from '../../src/lib/time.js'
import { migrate } from '../../src/platform/db/migrate.js'
import { readMigrations } from '../../src/platform/db/read-migrations.js'
import { projectRoot } from '../../src/platform/project-root.js'
import { silentLog } from '../fixtures/silent-log.js'
import { createTestApp, type TestApp, testNow } from '../harness.js'
import { type SignedIn, signIn } from '../sign-in.js'
import { createTestDatabase } from '../test-database.js'
import { readChecksum, restoreDump } from './dump.js'
import { ownerKey, receipts } from './dumped-shop.js'

const directory = join(projectRoot(), 'server', 'migrations')
/** After the newest row of the dump. */
const now = () => unixMs(testNow + 40 * DAY_MS)

let database: Awaited<ReturnType<typeof createTestDatabase>>
let emptyTables: string[]
let app: TestApp
let owner: SignedIn
beforeAll(async () => {
  const [first] = await readMigrations(directory)
  if (first?.checksum !== readChecksum()) {
    throw new Error(
      'The first migration differs from that of the dump. Before 1.0, run: npm run write-dump. ' +
        'After it, restore the file and add a new migration.',
    )
  }
  database = await createTestDatabase('empty')
  emptyTables = await restoreDump(database.url)
  await migrate({ url: database.url, directory, now, log: silentLog })
  app = await createTestApp({ now, reachDatabase: async () => database.url })
  owner = await signIn(app, { privateKey: ownerKey })
})
afterAll(async () => {
  await app?.close()
  await database?.drop()
})

const get = async (url: string) => {
  const response = await app.inject({ url, headers: owner.headers })
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}

describe('the dump of 1.0, restored and migrated', () => {
  test('default: every table of 1.0 has rows', () => {
    expect(emptyTables).toEqual([])
  })

  test('behavior: the API shows receipts with their timeline and refunds', async () => {
    const reconciled = await get(`/api/receipts/${receipts.reconciled}`)
    expect(reconciled).toMatchObject({
      totalUsd: 12,
      status: 'reconciled',
      brandName: 'Corner Tea',
    })
    expect(reconciled.timeline.map(({ status }: { status: string }) => status)).toEqual([
      'pending',
      'tx_mined',
      'recipient_validated',
      'paid',
      'completed',
      'reconciled',
    ])
    expect(await get(`/api/receipts/${receipts.refunded}`)).toMatchObject({
      refundStatus: 'partial',
      refundedUsd: 4,
      refunds: [{ usd: 4, by: checksumAddress(owner.wallet) }],
    })
  })

  test('behavior: the API shows subscriptions and their charges', async () => {
    const { subscriptions } = await get(`/api/subscriptions/status?merchant=${owner.wallet}`)
    expect(subscriptions).toMatchObject([{ status: 'active', lastChargeStatus: 'succeeded' }])
  })

  test('behavior: the API shows webhooks, and the service can open their sealed secret', async () => {
    const { webhooks } = await get('/api/webhooks')
    expect(webhooks).toMatchObject([{ url: 'https://merchant.example/hooks', enabled: true }])
    const [secret] = (await createSigningSecrets(app.ctx).ofShop(owner.wallet, [])) ?? []
    expect(secret).toMatch(/^whsec_/)
  })

  test('behavior: the ledger balances, and the audit log is intact', async () => {
    const { accounts, isBalanced } = await getTrialBalance(app.ctx, owner.wallet)
    expect([accounts.length > 0, isBalanced]).toEqual([true, true])
    const chains = await verifyChains(app.ctx)
    expect(chains.map(({ problem }) => problem)).toEqual(chains.map(() => null))
  })

  test('behavior: new rows follow the restored ones', async () => {
    const order = { id: 'new', lineItems: [{ label: 'Tea', priceUsd: 4 }], totalUsd: 4 }
    const { headers } = owner
    const created = await app.inject({
      method: 'POST',
      url: '/api/receipts',
      headers,
      payload: order,
    })
    expect(created.statusCode, created.body).toBe(201)
  })
})
