import type { Attempt, DeliveryStatus } from '../delivery.js'
import type { Lane } from '../lane.js'
import type { Turn } from './turn.js'

/** How a turn ended. */
export type Outcome = {
  turn: Turn
  attempt: Attempt
  /** What the delivery is from now on. */
  status: DeliveryStatus
  /** When it is tried again. */
  afterMs: number
  /** Where the delivery waits from now on, when that is elsewhere. */
  movesTo: Lane | null
}
