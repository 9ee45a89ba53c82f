import { randomBytes } from 'node:crypto'
import { encodeAbiParameters, encodeFunctionData, keccak256, parseAbi } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { Paying } from '../../../../test/paying.js'
import { type Address, knownAddress } from '../../../lib/hex.js'
import { DAY_MS, HOUR_MS, toUnixSeconds } from '../../../lib/time.js'
import type { Hex } from '../../../platform/chain/chain.js'
import { aBuyer, type Buyer } from '../buyer.properties.js'

const chainId = 84_532
const mint = parseAbi(['function mint(address to, uint256 units)'])
const uint = (name: string) => ({ name, type: 'uint256' })
const types = {
  ReceiveWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    ...[uint('value'), uint('validAfter'), uint('validBefore')],
    { name: 'nonce', type: 'bytes32' },
  ],
}

export const aSalt = (): Hex => `0x${randomBytes(32).toString('hex')}`

type Payer = Awaited<ReturnType<typeof aPayer>>

/** A wallet with tokens and without a single wei. */
export async function aPayer(
  paying: Paying,
  { units = 100_000_000n, symbol = 'USDC' as 'USDC' | 'EURC' } = {},
) {
  const account = privateKeyToAccount(generatePrivateKey())
  const address = knownAddress(account.address)
  const args = [address, units] as const
  const data = encodeFunctionData({ abi: mint, functionName: 'mint', args })
  await paying.send(paying.buyer, paying.tokenOf(symbol), data)
  return { address, account }
}

/** A buyer on the payment page, and what their wallet signs by what the page says, unless the test says otherwise. */
export async function aSigningBuyer(
  paying: Paying,
  options: Parameters<typeof aBuyer>[1] & { payer?: Payer } = {},
) {
  const payer = options.payer ?? (await aPayer(paying))
  const buyer = await aBuyer(paying.app, options)
  return { ...buyer, payer, sign: (wish: Wish = {}) => sign(paying, { buyer, payer, wish }) }
}

type Wish = {
  symbol?: 'USDC' | 'EURC'
  units?: bigint
  validAfter?: number
  validBefore?: number
  salt?: Hex
  /** Who is said to pay, whoever signs. */
  as?: Address
}

/** The body of a signed payment. */
async function sign(
  paying: Paying,
  { buyer, payer, wish }: { buyer: Buyer; payer: Payer; wish: Wish },
) {
  const { symbol = 'USDC', salt = aSalt(), as = payer.address, validAfter = 0 } = wish
  const { gasless, options } = (await buyer.look()).payment
  const { name, version } = gasless.tokens.find((one: { symbol: string }) => one.symbol === symbol)
  const option = options.find((one: { symbol: string }) => one.symbol === symbol)
  const units = wish.units ?? BigInt(option.amountUnits)
  const now = paying.app.ctx.now()
  const validBefore = wish.validBefore ?? toUnixSeconds(now) + HOUR_MS / 1_000
  const nonce = keccak256(
    encodeAbiParameters(
      [{ type: 'bytes32' }, { type: 'address' }, { type: 'bytes32' }],
      [gasless.receiptKey, gasless.payoutAddress, salt],
    ),
  )
  const times = { validAfter: BigInt(validAfter), validBefore: BigInt(validBefore) }
  const signature = await payer.account.signTypedData({
    domain: { name, version, chainId, verifyingContract: paying.tokenOf(symbol) },
    types,
    primaryType: 'ReceiveWithAuthorization',
    message: { from: as, to: gasless.gateway, value: units, ...times, nonce },
  })
  const amountUnits = String(units)
  return { token: symbol, payer: as, amountUnits, validAfter, validBefore, salt, signature }
}

/** A second more than it may be ahead. */
export const tooFarAhead = (DAY_MS + 1_000) / 1_000
