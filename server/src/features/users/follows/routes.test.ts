import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aUser, type TestUser } from '../../../../test/fixtures/user.js'
import { createTestApp, type TestApp } from '../../../../test/harness.js'
import { signIn } from '../../../../test/sign-in.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const countsOf = async (user: TestUser) => {
  const { followers, following } = (await user.profile()).metrics
  return [followers, following]
}

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
    const [one, other] = [await ada.follow(hidden.handle), await ada.follow('never_taken')]
    expect([one.statusCode, one.body]).toEqual([404, other.body])
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

  test('behavior: counts stay right when everything happens at once', async () => {
    const users = [await aUser(app), await aUser(app), await aUser(app)]
    const [ada, bob, eve] = users as [TestUser, TestUser, TestUser]
    await Promise.all([
      ada.follow(bob.handle),
      bob.follow(ada.handle),
      eve.follow(ada.handle),
      eve.follow(bob.handle),
      bob.hide(),
      eve.hide(),
      ada.hide(),
    ])
    await Promise.all([ada.put({}), bob.put({}), eve.put({})])
    const { rows } = await app.ctx.db.query(
      `select wallet from public_users where wallet = any($1) and (
         followers <> (select count(*) from user_follows where followed = wallet)
         or following <> (select count(*) from user_follows where follower = wallet)
       )`,
      [users.map(({ wallet }) => wallet)],
    )
    expect(rows).toEqual([])
  })
})
