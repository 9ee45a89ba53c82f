import { type Address, erc20Abi, type Hex, keccak256, stringToHex } from 'viem'
import type { Contract, Outcome } from '../call.js'
import { accounts, createTestChain } from '../chain.js'

export type Payment = {
  receiptKey: Hex
  payoutAddress: Address
  payer: Address
  token: Address
  amount: bigint
}

const [, first, second, third] = accounts
if (!first || !second || !third) throw new Error('There are fewer accounts than roles.')

export const merchant = first.address
export const buyerAccount = second
export const buyer = second.address
export const thirdParty = third.address

export const native = '0x0000000000000000000000000000000000000000'
export const nativeAlias = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
export const receiptKey = keyOf('default')

/** The buyer's balance of each token, in base units. */
export const funds = 10n ** 15n

export function keyOf(receipt: string | number): Hex {
  return keccak256(stringToHex(`receipt ${receipt}`))
}

/** Creates a chain with the gateway, the tokens, and a buyer with balances but no allowances. */
export async function createFixture() {
  const chain = await createTestChain()
  const gateway = await chain.deploy('PaymentGateway')
  const usdc = await chain.setCode('0x036CbD53842c5426634e7929541eC2318f3dCF7e', 'TestUSDC')
  const usdt = await chain.setCode('0xdAC17F958D2ee523a2206206994597C13D831ec7', 'TestUSDT')
  const sly = await chain.deploy('SlyToken')
  const receiver = await chain.deploy('HostileReceiver')
  for (const token of [usdc, usdt, sly]) {
    await chain.mustSend({ ...token, functionName: 'mint', args: [buyer, funds] })
  }

  /** Sets the buyer's allowance for the gateway. */
  const approve = (token: Contract, amount: bigint) =>
    chain.mustSend({
      ...token,
      from: buyer,
      functionName: 'approve',
      args: [gateway.to, amount],
    })

  const depositOf = (payoutAddress: Address = merchant, key = receiptKey): Promise<Address> =>
    chain.read({ ...gateway, functionName: 'depositAddress', args: [key, payoutAddress] })

  /** Sends a plain transfer from the buyer. */
  const transfer = (token: Address, amount: bigint, to: Address) =>
    token === native
      ? chain.mustSend({ to, from: buyer, value: amount })
      : chain.mustSend({
          to: token,
          abi: erc20Abi,
          from: buyer,
          functionName: 'transfer',
          args: [to, amount],
        })

  const flush = (token: Address, payoutAddress: Address = merchant, key = receiptKey) =>
    chain.send({
      ...gateway,
      functionName: 'flush',
      args: [key, payoutAddress, token],
      gas: 1_000_000n,
    })

  return { chain, gateway, usdc, usdt, sly, receiver, approve, depositOf, transfer, flush }
}

export type Fixture = Awaited<ReturnType<typeof createFixture>>

/** Returns the payments that the gateway recorded. */
export function paymentsIn({ logs }: Outcome): Payment[] {
  return logs
    .filter(({ eventName }) => eventName === 'PaymentReceived')
    .map(({ args }) => args as Payment)
}
