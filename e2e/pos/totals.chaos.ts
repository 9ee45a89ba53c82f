import fc from 'fast-check'
import { describe, test } from 'vitest'
import { useOwnService } from '../helpers/client.js'
import {
  addPricedItems,
  anyCart,
  compareCart,
  loadCalculation,
} from '../helpers/pos/random-carts.js'
import { makeTill } from '../helpers/pos/till.js'
import { unlockDevice } from '../helpers/pos/till-device.js'

const service = useOwnService({})
/** Each shop may call a number of times per minute. */
const shops = 10

describe('totals of a register', () => {
  test('default: 1,000 random carts cost what the API charges', async () => {
    const calculation = await loadCalculation()
    for (let shop = 0; shop < shops; shop += 1) {
      const till = await makeTill(service)
      const items = await addPricedItems(till)
      const send = await unlockDevice(till, { origin: service.origin })
      const property = fc.asyncProperty(anyCart(items), (cart) =>
        compareCart(send, { cart, calculation }),
      )
      await fc.assert(property, { numRuns: 1_000 / shops, seed: shop })
    }
  })
})
