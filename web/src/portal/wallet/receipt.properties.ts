import { aReceipt as anyReceipt } from '../receipt.properties.js'
import type { PaymentOption, PortalReceipt } from '../view.js'

export const usdc: PaymentOption = {
  symbol: 'USDC',
  token: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
  decimals: 6,
  amountUnits: '31920000',
  amount: '31.92',
  uri: 'ethereum:0x036CbD53842c5426634e7929541eC2318f3dCF7e@84532/transfer',
  expiresAt: null,
}

export const eth: PaymentOption = {
  symbol: 'ETH',
  token: null,
  decimals: 18,
  amountUnits: '10640000000000000',
  amount: '0.01064',
  uri: 'ethereum:0x4fC9D5e1a2F3b6c7D8e9F0a1B2c3D4e5F6a7B8c9@84532',
  expiresAt: 1_767_269_700_000,
}

/** A receipt that can be paid in both, and in dollars also by signature. */
export function aReceipt(payment: Partial<PortalReceipt['payment']> = {}): PortalReceipt {
  return anyReceipt({
    ...{ receiptId: 'rcpt_1', totalUsd: 31.92, portalToken: 'name.seal' },
    payment: {
      depositAddress: '0x4fC9D5e1a2F3b6c7D8e9F0a1B2c3D4e5F6a7B8c9',
      network: {
        name: 'Base Sepolia',
        coin: 'ETH',
        rpcUrl: 'https://sepolia.base.org',
        explorerUrl: 'https://sepolia.basescan.org',
      },
      gasless: {
        gateway: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
        receiptKey: `0x${'5e'.repeat(32)}`,
        payoutAddress: '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512',
        tokens: [{ symbol: 'USDC', name: 'USDC', version: '2' }],
      },
      dueUsd: 31.92,
      options: [usdc, eth],
      ...payment,
    },
  })
}
