// Test wallets with public private keys. Never send real money to them.

/** Receives the platform's share. */
export const sandboxPlatformWallet = '0x15d34aaf54267db7d7c367839aaf71a00a2c6a65'

/** Pays for gas. */
export const sandboxRelayerKey =
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'

/** The merchants of the demo shops. */
export const sandboxMerchants = {
  demo: '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
  other: '0x90f79bf6eb2c4f870365e785982e1f101e93b906',
}
