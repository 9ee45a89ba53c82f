import { assertNever } from '../../../lib/errors.js'
import type { Config } from '../../../platform/config/config.js'
import type { OnrampProvider } from '../provider.js'
import { sandboxProvider } from './sandbox-provider.js'
import { createStripeProvider } from './stripe/stripe-provider.js'

/** Returns the configured provider of card payments, or null. */
export function findProvider(
  config: Pick<Config, 'onrampProvider' | 'onrampSecretKey' | 'onrampWebhookSecret' | 'chainId'>,
): OnrampProvider | null {
  switch (config.onrampProvider) {
    case 'none':
      return null
    case 'sandbox':
      return sandboxProvider
    case 'stripe':
      return createStripeProvider(config)
    default:
      return assertNever(config.onrampProvider)
  }
}
