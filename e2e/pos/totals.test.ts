import fc from 'fast-check'
import { describe, test } from 'vitest'
import { useService } from '../helpers/client.js'
import {
  addPricedItems,
  anyCart,
  compareCart,
  loadCalculation,
} from '../helpers/pos/random-carts.js'
import { makeTill } from '../helpers/pos/till.js'
import { unlockDevice } from '../helpers/pos/till-device.js'

const service = useService()

describe('totals of a register', () => {
  test('default: 40 random carts cost what the API charges', async () => {
    const till = await makeTill(service)
    const items = await addPricedItems(till)
    const send = await unlockDevice(till, { origin: service.origin })
    const calculation = await loadCalculation()
    const property = fc.asyncProperty(anyCart(items), (cart) =>
      compareCart(send, { cart, calculation }),
    )
    await fc.assert(property, { numRuns: 40, seed: 1 })
  })
})
