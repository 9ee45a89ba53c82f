import { Type } from 'typebox'

export const ClockAdvance = Type.Object(
  {
    advanceMs: Type.Integer({
      minimum: 0,
      maximum: 366 * 86_400_000,
      description: 'How far to turn it, a year at most',
    }),
  },
  { title: 'ClockAdvance' },
)

export const ClockTurned = Type.Object(
  {
    ok: Type.Literal(true),
    now: Type.Integer({ description: 'What the clock shows now, Unix ms' }),
    aheadMs: Type.Integer({ description: 'How far it is ahead of the real one' }),
  },
  { title: 'ClockTurned' },
)
