import { gwei, integer, listOf, oneOf, type Parser, privateUrl, wallet } from './parsers.js'
import { optional, setting } from './setting.js'

/** The order of secp256k1. Keys are below it. */
const curveOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

const privateKey: Parser<string> = (text) => {
  const isHex = /^0x[0-9a-fA-F]{64}$/.test(text)
  const isKey = isHex && BigInt(text) > 0n && BigInt(text) < curveOrder
  return isKey ? { value: text } : { problem: 'must be a private key (0x and 64 hex digits)' }
}

const roleKey = (role: string, about: string) =>
  optional(
    `RELAYER_${role}_PRIVATE_KEY`,
    privateKey,
    `Key of another wallet for ${about}. Default: RELAYER_PRIVATE_KEY.`,
  )

/** Settings of the chain, its wallets and payouts. */
export const chainSettings = {
  chainRpcUrl: optional(
    'CHAIN_RPC_URL',
    listOf(privateUrl('http', 'https', 'ws', 'wss')),
    'JSON-RPC URLs of the chain, separated by commas, the preferred one first. If unset, sandbox mode runs its own chain.',
  ),
  sandboxChain: setting(
    'SANDBOX_CHAIN',
    oneOf('on', 'off'),
    'on',
    'Whether sandbox mode runs its own chain in DATA_DIR when CHAIN_RPC_URL is not set.',
  ),
  chainId: optional(
    'CHAIN_ID',
    integer(1, 999_999_999_999),
    'Chain that settles payments. Default: 84532 in sandbox mode, 8453 in live mode.',
  ),
  confirmations: optional(
    'CONFIRMATIONS',
    integer(1, 1_000),
    'Confirmations before a payment counts as paid. Default: depends on the chain.',
  ),
  platformWallet: optional(
    'PLATFORM_WALLET',
    wallet,
    "Receives the platform's share of every split. Default: a public test wallet in sandbox mode, none in live mode.",
  ),
  platformAdmins: setting(
    'PLATFORM_ADMINS',
    listOf(wallet),
    '',
    'Wallets of the platform operators, separated by commas.',
  ),
  relayerPrivateKey: optional(
    'RELAYER_PRIVATE_KEY',
    privateKey,
    'Key of the wallet that pays gas for flushes, splits and charges. Default: a public test wallet in sandbox mode, none in live mode.',
  ),
  relayerPaymentsPrivateKey: roleKey('PAYMENTS', 'payments that buyers signed'),
  relayerSettlementPrivateKey: roleKey('SETTLEMENT', 'flushes and distributions'),
  relayerChargesPrivateKey: roleKey('CHARGES', 'subscription charges'),
  chargerPrivateKey: optional(
    'CHARGER_PRIVATE_KEY',
    privateKey,
    'Another name of RELAYER_CHARGES_PRIVATE_KEY. It takes precedence.',
  ),
  relayerDeploymentsPrivateKey: roleKey('DEPLOYMENTS', 'deployments of splits'),
  cancelPrivateKey: optional(
    'CANCEL_PRIVATE_KEY',
    privateKey,
    'Key whose wallet may cancel subscriptions on chain, and nothing else. It is part of the terms of every plan and needs no funds. Default: derived from MASTER_KEY in sandbox mode, required in live mode.',
  ),
  cancelPreviousPrivateKey: optional(
    'CANCEL_PREVIOUS_PRIVATE_KEY',
    privateKey,
    'The former CANCEL_PRIVATE_KEY after you replaced it. It cancels subscriptions to plans that were created with it.',
  ),
  relayerDailyGas: optional(
    'RELAYER_DAILY_GAS',
    integer(10_000_000, 999_999_999_999),
    'Gas that all relayer wallets together may use per day (UTC). Payers, merchants and purposes may use parts of it. Default: 1000000000 in live mode, 20000000000 in sandbox mode.',
  ),
  maxFeePerGas: optional(
    'MAX_FEE_GWEI',
    gwei,
    'Highest fee per gas of any outgoing transaction, in gwei. Transactions wait while the chain demands more. Default: 5 on Base; other chains must set it in live mode.',
  ),
  settleMinUsd: setting(
    'SETTLE_MIN_USD',
    integer(0, 1_000_000),
    '5',
    'Live mode: minimum balance in dollars before it is forwarded to a payout address. Saves gas.',
  ),
  settleWithinHours: setting(
    'SETTLE_WITHIN_HOURS',
    integer(1, 8_760),
    '24',
    'Live mode: hours after which a smaller balance is forwarded too.',
  ),
  safeAboveUsd: setting(
    'SAFE_ABOVE_USD',
    integer(0, 1_000_000_000),
    '10000',
    'Live mode: a receipt above this total in dollars is paid only once its payments are in a safe block of the chain. 0 means every receipt.',
  ),
}
