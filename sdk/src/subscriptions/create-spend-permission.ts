import type { components } from '../generated/api.js'

type Schemas = components['schemas']

/** A permission as `client.subscriptions.create` takes it. */
export type PermissionData = Schemas['PermissionData']

/** The plan to subscribe to, the wallet that pays, and values that replace the defaults. */
export type SpendPermissionInput = {
  plan: Pick<Schemas['BillingPlan'], 'permission'>
  /** The wallet that signs and pays. */
  account: string
  /** Unix seconds. Default: the end of the plan's trial, or now. */
  start?: number | undefined
  /** Unix seconds when the subscription ends on its own. Default: ten years after `start`. */
  end?: number | undefined
  /** A number that was not used for an earlier permission. Default: random. */
  salt?: bigint | undefined
}

/** An EIP-712 message, as viem's `signTypedData` takes it. */
export type SpendPermissionTypedData = {
  domain: { name: string; version: string; chainId: number; verifyingContract: `0x${string}` }
  types: { SpendPermission: { name: string; type: string }[] }
  primaryType: 'SpendPermission'
  message: PermissionData
}

/** The permission to send, and the message for the customer to sign. */
export type PreparedPermission = {
  permissionData: PermissionData
  typedData: SpendPermissionTypedData
}

const tenYearsSeconds = 10 * 365 * 86_400

/**
 * Creates the permission that a plan demands, and the EIP-712 message that the customer signs.
 *
 * @throws {TypeError} when `account` is not an address
 * @example
 * const { permissionData, typedData } = createSpendPermission({ plan, account: wallet.address })
 * const permissionSignature = await wallet.signTypedData(typedData) // viem
 * // ethers: wallet.signTypedData(typedData.domain, typedData.types, typedData.message)
 */
export function createSpendPermission(input: SpendPermissionInput): PreparedPermission {
  const { plan, account, salt = randomSalt() } = input
  if (!/^0x[0-9a-fA-F]{40}$/.test(account)) {
    throw new TypeError('account must be a wallet address, 0x and 40 hex digits.')
  }
  const { manager, spender, token, chainId, allowance, periodSeconds } = plan.permission
  const start = input.start ?? plan.permission.start ?? Math.floor(Date.now() / 1_000)
  const permissionData: PermissionData = {
    account,
    spender,
    token,
    allowance,
    period: periodSeconds,
    start,
    end: input.end ?? start + tenYearsSeconds,
    salt: String(salt),
    extraData: '0x',
  }
  const domain = {
    name: 'Spend Permission Manager',
    version: '1',
    chainId,
    verifyingContract: manager as `0x${string}`,
  }
  const types = { SpendPermission: listFields() }
  const typedData: SpendPermissionTypedData = {
    domain,
    types,
    primaryType: 'SpendPermission',
    message: permissionData,
  }
  return { permissionData, typedData }
}

/** Returns a random number below 2^256. */
function randomSalt(): bigint {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(32))
  return bytes.reduce((number, byte) => number * 256n + BigInt(byte), 0n)
}

function listFields(): { name: string; type: string }[] {
  return [
    { name: 'account', type: 'address' },
    { name: 'spender', type: 'address' },
    { name: 'token', type: 'address' },
    { name: 'allowance', type: 'uint160' },
    { name: 'period', type: 'uint48' },
    { name: 'start', type: 'uint48' },
    { name: 'end', type: 'uint48' },
    { name: 'salt', type: 'uint256' },
    { name: 'extraData', type: 'bytes' },
  ]
}
