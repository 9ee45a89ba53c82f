import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aUser, type TestUser } from '../../../../test/fixtures/user.js'
import { createTestApp, type TestApp } from '../../../../test/harness.js'
import { signIn } from '../../../../test/sign-in.js'
import { lockProfiles } from '../profile/profile-store.js'
import { scoreBatch } from '../scores/score-receipts.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const countsOf = async (user: TestUser) => {
  const { followers, following } = (await user.profile()).metrics
  return [followers, following]
}

describe('GET /api/users/me/following', () => {
  test('default: lists public users, even for a private one', async () => {
    const [ada, bob, eve] = [await aUser(app), await aUser(app), await aUser(app)]
    await ada.follow(bob.handle)
    app.ctx.clock.advance(1)
    await ada.follow(eve.handle)
    await ada.hide()
    const list = async (query = '') => {
      const response = await ada.call('GET', `/api/users/me/following${query}`)
      return response.json().users.map(({ handle }: { handle: string }) => handle)
    }
    expect(await list()).toEqual([eve.handle, bob.handle])
    expect(await list('?limit=1&offset=1')).toEqual([bob.handle])
    await eve.hide()
    expect(await list()).toEqual([bob.handle])
    const { headers } = await signIn(app, { asBuyer: true })
    const none = await app.inject({ url: '/api/users/me/following', headers })
    expect(none.statusCode).toBe(404)
  })
})

describe('PUT /api/users/{handle}/follow', () => {
  test('default', async () => {
    const [ada, bob] = [await aUser(app), await aUser(app)]
    for (let count = 0; count < 2; count += 1) {
      expect((await ada.follow(bob.handle.toUpperCase())).json()).toEqual({
        ok: true,
        following: true,
      })
    }
    expect([await countsOf(ada), await countsOf(bob)]).toEqual([
      [0, 1],
      [1, 0],
    ])
    for (let count = 0; count < 2; count += 1) {
      expect((await ada.unfollow(bob.handle)).json()).toEqual({ ok: true, following: false })
    }
    expect([await countsOf(ada), await countsOf(bob)]).toEqual([
      [0, 0],
      [0, 0],
    ])
  })

  test('error: unknown and private users get the same response', async () => {
    const ada = await aUser(app)
    const hidden = await aUser(app, { isPublic: false })
    const [first, second] = [await ada.follow(hidden.handle), await ada.follow('never_taken')]
    expect([first.statusCode, first.body]).toEqual([404, second.body])
    expect((await ada.unfollow(hidden.handle)).body).toBe((await ada.unfollow('never_taken')).body)
  })

  test('error: refuses yourself, and people without a profile', async () => {
    const ada = await aUser(app)
    expect((await ada.follow(ada.handle)).json().error).toBe('invalid_input')
    const person = await signIn(app, { asBuyer: true })
    const url = `/api/users/${ada.handle}/follow`
    const response = await app.inject({ method: 'PUT', url, headers: person.headers })
    expect(response.statusCode).toBe(404)
  })

  test('behavior: private users are in no count, and are back when they are public again', async () => {
    const [ada, bob] = [await aUser(app), await aUser(app)]
    await ada.follow(bob.handle)
    await bob.follow(ada.handle)
    await bob.hide()
    expect(await countsOf(ada)).toEqual([0, 0])
    await bob.put({})
    expect([await countsOf(ada), await countsOf(bob)]).toEqual([
      [1, 1],
      [1, 1],
    ])
    await bob.hide()
    const other = await aUser(app)
    await bob.follow(other.handle)
    expect(await countsOf(other)).toEqual([0, 0])
    await bob.put({})
    expect(await countsOf(other)).toEqual([1, 0])
  })

  test('behavior: hiding does not wait for a neighbor who edits their profile', async () => {
    const [ada, bob] = [await aUser(app), await aUser(app)]
    await ada.follow(bob.handle)
    await bob.follow(ada.handle)
    await app.ctx.db.transaction(async (tx) => {
      await lockProfiles(tx, [bob.wallet])
      expect((await ada.hide()).statusCode).toBe(200)
    })
    expect(await countsOf(bob)).toEqual([0, 0])
  })

  test('behavior: counts stay right, without a deadlock, when everything happens at once', {
    tags: 'slow',
  }, async () => {
    const users = await Promise.all([1, 2, 3, 4, 5].map(() => aUser(app)))
    const everyoneFollows = () =>
      users.flatMap((user) =>
        users.filter((other) => other !== user).map((other) => user.follow(other.handle)),
      )
    await Promise.all(everyoneFollows())
    const [first, second] = users as [TestUser, TestUser]
    for (const isPublic of [false, true, false, true]) {
      const responses = await Promise.all([
        ...everyoneFollows(),
        ...users.map((user) => user.put({ isPublic })),
        ...users.map((user) => user.put({ isPublic, bio: 'Tea' })),
        ...users.map((user) => user.call('POST', '/api/users/me/heartbeat')),
        first.unfollow(second.handle),
        scoreBatch(app.ctx).then(() => ({ statusCode: 200 })),
      ])
      const statuses = new Set(responses.map(({ statusCode }) => statusCode))
      expect([...statuses].filter((status) => status !== 200 && status !== 404)).toEqual([])
    }
    const { rows } = await app.ctx.db.query<{ is_right: boolean }>(
      `select followers = (select count(*) from user_follows where followed = wallet)
         and following = (select count(*) from user_follows where follower = wallet) as is_right
       from public_users where wallet = any($1)`,
      [users.map(({ wallet }) => wallet)],
    )
    expect(rows.map((row) => row.is_right)).toEqual(users.map(() => true))
    expect(await countDeadlocks()).toBe(0)
  })
})

async function countDeadlocks(): Promise<number> {
  const { rows } = await app.ctx.db.query<{ deadlocks: string }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  )
  return Number(rows[0]?.deadlocks)
}
