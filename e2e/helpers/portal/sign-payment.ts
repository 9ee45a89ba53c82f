import { createPublicClient, type Hex, http, keccak256 } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Service } from '../client.js'
import { makeBuyer } from './make-buyer.js'
import { fetchPortalReceipt } from './open-simulated-portal.js'

type SignedPayment = { hash: Hex; send(): Promise<Hex> }

const gweiInWei = 10n ** 9n

/** Signs a transaction that pays a receipt in the chain's native token, without sending it. */
export async function signPayment(service: Service, id: string): Promise<SignedPayment> {
  const { demo } = service
  const { payment } = await fetchPortalReceipt(service, id)
  const { depositAddress, chainId, options } = payment
  const value = BigInt(options.find(({ symbol }) => symbol === 'ETH')?.amountUnits ?? 0)
  const buyer = await makeBuyer(demo, { eth: value + 10n ** 17n })
  const serializedTransaction = await privateKeyToAccount(buyer.privateKey).signTransaction({
    chainId,
    to: depositAddress as Hex,
    value,
    nonce: 0,
    gas: 100_000n,
    maxFeePerGas: 100n * gweiInWei,
    maxPriorityFeePerGas: gweiInWei,
  })
  const client = createPublicClient({ transport: http(demo.chain?.rpcUrl) })
  return {
    hash: keccak256(serializedTransaction),
    send: () => client.sendRawTransaction({ serializedTransaction }),
  }
}
