import { encodeFunctionData, parseAbi } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { encodeShares, splitAddress } from '../../../src/features/split/predict-split.js'
import { knownAddress } from '../../../src/lib/hex.js'
import type { Hex } from '../../../src/platform/chain/chain.js'
import { splitFactory } from '../../../src/platform/chain/contracts.js'
import { sandboxPlatformWallet } from '../../../src/platform/config/sandbox-secrets.js'
import { aSeller, type Seller } from '../../fixtures/seller.js'
import { type Paying, startPaying } from '../../paying.js'

const thirdParty = knownAddress('0x90f79bf6eb2c4f870365e785982e1f101e93b906')
const abi = parseAbi([
  'function create(bytes args, bytes32 salt)',
  'function release(address token, address account)',
  'function distribute(address token)',
])

let paying: Paying
let seller: Seller
beforeAll(async () => {
  paying = await startPaying()
  seller = await aSeller(paying.app, { hasSplit: false })
}, 60_000)
afterAll(() => paying.close())

test('behavior: the books never show more custody than the registered split holds', async () => {
  const usdc = paying.tokenOf('USDC')
  const platform = knownAddress(sandboxPlatformWallet)
  const recipients = [
    { address: seller.wallet, sharesBps: 9_950 },
    { address: platform, sharesBps: 50 },
  ]
  const args = encodeShares(recipients)
  const salt = `0x${'11'.repeat(32)}` as Hex
  const address = splitAddress({ args, salt })
  const call = (to: typeof thirdParty, data: Hex) => paying.send(thirdParty, to, data)

  // An older life of the contract: 1,000 dollars came in, and the merchant released its own share.
  await call(
    splitFactory.address,
    encodeFunctionData({ abi, functionName: 'create', args: [args, salt] }),
  )
  await paying.pay('USDC', { from: paying.buyer, to: address, units: 1_000_000_000n })
  await call(
    address,
    encodeFunctionData({ abi, functionName: 'release', args: [usdc, seller.wallet] }),
  )
  await paying.mine(25)
  await paying.watch()

  const registered = await seller.act('/api/split/deploy', {
    recipients: [{ address: seller.wallet, sharesBps: 9_950 }],
    address,
    salt,
  })
  expect(registered.statusCode, registered.body).toBe(200)
  await paying.watch()
  // Anyone pays out the platform's share, 5 dollars.
  await call(address, encodeFunctionData({ abi, functionName: 'distribute', args: [usdc] }))
  await paying.settle(6)

  const onChain = await paying.balanceOf('USDC', address)
  expect(onChain).toBe(0n)
  const { accounts } = (await seller.get('/api/ledger/trial-balance')).json()
  const custody = accounts.find((entry: { account: string }) => entry.account === 'custody')
  const dueAccounts = accounts.filter((entry: { account: string }) =>
    entry.account.startsWith('due'),
  )
  expect({ custody: custody?.balance ?? '0', due: dueAccounts.map(balanceOf) }).toEqual({
    custody: '0',
    due: dueAccounts.map(() => '0'),
  })
})

const balanceOf = ({ balance }: { balance: string }) => balance
