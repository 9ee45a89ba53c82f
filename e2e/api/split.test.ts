import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { errorOf, makeItem, type SendRequest, unique, useService } from '../helpers/client.js'
import { connect } from '../helpers/demo-chain.js'

const service = useService()

type Recipient = { address: string; sharesBps: number; role: string }
type Split = {
  address: `0x${string}`
  recipients: Recipient[]
  version: number
  status: string
  deployedTx: string | null
}

const newAddress = () => privateKeyToAddress(generatePrivateKey())

/** Makes a merchant whose split a test may change. */
async function newMerchant() {
  const { send, wallet } = await service.newMerchant()
  const deploy = (body: object) => send<{ split: Split }>('POST /api/split/deploy', { body })
  return { send, wallet, deploy }
}

/** Waits until the merchant's split is on chain. */
async function waitUntilDeployed(send: SendRequest): Promise<Split> {
  const deadline = Date.now() + 20_000
  for (;;) {
    const { split } = (await send<{ split: Split }>('GET /api/split/deploy')).body
    if (split.status !== 'pending') return split
    if (Date.now() > deadline) throw new Error('The split is still pending.')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

describe('GET /api/split/deploy', () => {
  test('behavior: returns the split of the merchant', async () => {
    const { status, body } = await service.program<{ split: Split }>('GET /api/split/deploy')
    expect(status).toBe(200)
    expect(body).toEqual({
      ok: true,
      configured: true,
      split: {
        address: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/),
        chainId: expect.any(Number),
        kind: 'pull',
        totalBps: 10_000,
        owner: service.demo.merchantWallet,
        deployedTx: expect.stringMatching(/^0x[0-9a-f]{64}$/),
        status: 'deployed',
        version: 1,
        createdAt: expect.any(Number),
        recipients: expect.any(Array),
      },
    })
    expect(body.split.recipients).toMatchObject([
      { address: service.demo.merchantWallet, sharesBps: 9_950, role: 'merchant' },
      { address: expect.any(String), sharesBps: 50, role: 'platform' },
    ])
  })

  test('behavior: returns 200 without a split', async () => {
    const { status, body } = await service.otherProgram('GET /api/split/deploy')
    expect(status).toBe(200)
    expect(body).toEqual({ ok: true, configured: false, split: null })
  })

  test('error: returns 401 without a key', async () => {
    expect(errorOf(await service.anyone('GET /api/split/deploy'))).toBe('401 unauthorized')
  })
})

describe('POST /api/split/deploy', () => {
  test("behavior: configures a split and adds the platform's share", async () => {
    const { send, wallet, deploy } = await newMerchant()
    const partner = newAddress()
    const recipients = [
      { address: wallet, sharesBps: 8_000 },
      { address: partner, sharesBps: 1_950, label: 'Roaster' },
    ]
    const { status, body } = await deploy({ recipients })
    expect(status).toBe(200)
    expect(body).toMatchObject({ ok: true, split: { owner: wallet, totalBps: 10_000 } })
    expect(body.split).toMatchObject({ status: 'planned', deployedTx: null })
    expect(body.split.recipients).toMatchObject([
      { address: wallet, sharesBps: 8_000, role: 'merchant' },
      { address: partner, sharesBps: 1_950, role: 'partner', label: 'Roaster' },
      { sharesBps: 50, role: 'platform' },
    ])
    const read = await send('GET /api/split/deploy')
    expect(read.body).toEqual({ ok: true, configured: true, split: body.split })
  })

  test('behavior: deploys the contract at once on request', async () => {
    const { send, wallet, deploy } = await newMerchant()
    const recipients = [{ address: wallet, sharesBps: 9_950 }]
    const plannedSplit = (await deploy({ recipients })).body.split
    const { status } = (await deploy({ recipients, deploy: 'now' })).body.split
    expect(status).toMatch(/^(pending|deployed)$/)
    expect(await waitUntilDeployed(send)).toMatchObject({
      address: plannedSplit.address,
      version: 1,
      status: 'deployed',
      deployedTx: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    })
  })

  test('behavior: deploys the contract with its first distribution', async () => {
    const { program } = await service.newSeller()
    const read = async () =>
      (await program<{ split: Split }>('GET /api/split/deploy')).body.split.status
    expect(await read()).toBe('planned')
    const id = unique('split')
    const lineItems = [{ label: 'One', amount: 20 }]
    await program('POST /api/receipts', { body: { id, lineItems } })
    await program('POST /api/sandbox/pay', { body: { receiptId: id, scenario: 'exact' } })
    await expect.poll(read, { timeout: 20_000, interval: 50 }).toBe('deployed')
  })

  test("behavior: reduces shares that add up to 100% by the platform's share", async () => {
    const { wallet, deploy } = await newMerchant()
    const recipients = [{ address: wallet, sharesBps: 10_000 }]
    const { body } = await deploy({ recipients })
    expect(body.split.recipients.map(({ sharesBps }) => sharesBps)).toEqual([9_950, 50])
  })

  test('behavior: orders require a split, and existing receipts keep theirs', async () => {
    const { send, wallet, deploy } = await newMerchant()
    const { id } = await makeItem(send)
    const body = { items: [{ id, qty: 1 }] }
    const order = () => send<{ receipt: Record<string, string> }>('POST /api/orders', { body })
    expect(errorOf(await send('POST /api/orders', { body }))).toBe('403 split_required')

    const pays = (address: string) => ({ recipients: [{ address, sharesBps: 9_950 }] })
    const first = (await deploy(pays(wallet))).body.split
    const old = (await order()).body.receipt
    expect(old['payoutAddress']).toBe(first.address)
    const second = (await deploy(pays(newAddress()))).body.split
    expect(second.version).toBe(2)
    expect((await order()).body.receipt['payoutAddress']).toBe(second.address)
    const keptResponse = await send(`GET /api/receipts/${old['receiptId']}`)
    expect(keptResponse.body['payoutAddress']).toBe(first.address)
  })

  test('behavior: accepts a deployed contract that pays the given recipients', async () => {
    const { send, wallet, deploy } = await newMerchant()
    const ownSplit = { recipients: [{ address: wallet, sharesBps: 9_950 }] }
    await deploy({ ...ownSplit, deploy: 'now' })
    const { address } = await waitUntilDeployed(send)
    await deploy({ recipients: [{ address: newAddress(), sharesBps: 9_950 }] })

    const repeatedResponse = await deploy({ ...ownSplit, address })
    expect(repeatedResponse.body.split).toMatchObject({ address, version: 3, status: 'deployed' })
    const others = { recipients: [{ address: newAddress(), sharesBps: 9_950 }], address }
    expect(errorOf(await deploy(others))).toBe('400 invalid_input')
    const { gateway = '' } = service.demo.chain ?? {}
    expect(errorOf(await deploy({ ...ownSplit, address: gateway }))).toBe('400 invalid_input')
    expect(errorOf(await deploy({ ...ownSplit, address: newAddress() }))).toBe('400 invalid_input')
  })

  test('behavior: distributes money to all recipients, exact to the unit', async () => {
    const { send, wallet, deploy } = await newMerchant()
    const partner = newAddress()
    const recipients = [
      { address: wallet, sharesBps: 6_667 },
      { address: partner, sharesBps: 3_283 },
    ]
    // Sends before the contract is deployed, which needs only its address.
    const { address } = (await deploy({ recipients, deploy: 'now' })).body.split
    const chain = connect(service.demo)
    await chain.send('usdc', { args: [address, 1_000_003n] })
    await waitUntilDeployed(send)
    await chain.distribute(address)
    expect(await chain.balanceOf(wallet as `0x${string}`)).toBe(666_702n)
    expect(await chain.balanceOf(partner)).toBe(328_300n)
  })

  const validSplit = { recipients: [{ address: newAddress(), sharesBps: 9_950 }] }
  test.each([
    ['a bad address', { ...validSplit, address: '0x12' }],
    ['no contract at the address', { ...validSplit, address: newAddress() }],
    ['a bad recipient', { ...validSplit, recipients: [{ address: 'Ada', sharesBps: 9_950 }] }],
    [
      'a duplicate recipient',
      { ...validSplit, recipients: [...validSplit.recipients, ...validSplit.recipients] },
    ],
    [
      'shares above 100%',
      { ...validSplit, recipients: [{ address: newAddress(), sharesBps: 10_001 }] },
    ],
    [
      'shares below 100%',
      { ...validSplit, recipients: [{ address: newAddress(), sharesBps: 9_000 }] },
    ],
    ['no recipients', { ...validSplit, recipients: [] }],
    ['another chain', { ...validSplit, chainId: 1 }],
    ['a deployment later', { ...validSplit, deploy: 'later' }],
  ])('error: returns 400 invalid_input for %s', async (_name, body) => {
    const response = await service.owner('POST /api/split/deploy', { body })
    expect(errorOf(response)).toBe('400 invalid_input')
  })

  test('error: returns 403 for a developer key and for another merchant, 401 without credentials', async () => {
    const request = { body: validSplit }
    const byKey = await service.program('POST /api/split/deploy', request)
    expect(errorOf(byKey)).toBe('403 forbidden')
    const anonymous = await service.anyone('POST /api/split/deploy', request)
    expect(errorOf(anonymous)).toBe('401 unauthorized')
    const wallet = service.demo.otherMerchant.merchantWallet
    const foreign = { body: { ...validSplit, wallet, label: unique('x') } }
    const byOther = await service.owner('POST /api/split/deploy', foreign)
    expect(errorOf(byOther)).toBe('403 forbidden')
  })
})

describe('GET /api/split/transactions', () => {
  type Transaction = { receiptId: string; status: string }

  test('behavior: returns an array of released payments', async () => {
    const id = unique('split')
    const lineItems = [{ label: 'One', amount: 20 }]
    await service.program('POST /api/receipts', { body: { id, lineItems } })
    await service.program('POST /api/sandbox/pay', { body: { receiptId: id, scenario: 'exact' } })
    const list = async (query = '') =>
      (await service.program<Transaction[]>(`GET /api/split/transactions${query}`)).body
    const deadline = Date.now() + 20_000
    let transaction: Transaction | undefined
    while (transaction?.status !== 'released' && Date.now() < deadline) {
      transaction = (await list()).find(({ receiptId }) => receiptId === id)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    expect(transaction).toEqual({
      id: expect.any(String),
      receiptId: id,
      currency: 'USDC',
      amount: 20,
      fees: 0.1,
      status: 'released',
      transactionHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    })
    expect(await list(`?address=${service.demo.chain?.split}&limit=1`)).toHaveLength(1)
    expect(await list(`?address=${newAddress()}`)).toEqual([])
    const other = await service.otherProgram<Transaction[]>('GET /api/split/transactions')
    expect(other.body.map(({ receiptId }) => receiptId)).not.toContain(id)
  })

  test('error: returns 401 without a key, 400 for a bad address or limit', async () => {
    expect(errorOf(await service.anyone('GET /api/split/transactions'))).toBe('401 unauthorized')
    for (const query of ['?address=0x12', '?limit=many']) {
      const response = await service.program(`GET /api/split/transactions${query}`)
      expect(errorOf(response)).toBe('400 invalid_input')
    }
  })
})

describe('POST /api/split/withdraw', () => {
  test('behavior: returns 410 with the address of the split', async () => {
    const response = await service.program('POST /api/split/withdraw')
    expect(response.status).toBe(410)
    expect(response.headers.get('deprecation')).toBe('true')
    expect(response.body).toMatchObject({ error: 'gone', splitAddress: service.demo.chain?.split })
  })
})
