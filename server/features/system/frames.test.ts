// The list of external pages, over HTTP.
import { expect, it } from 'vitest'
import { getFrames } from '#contract/system/frames.ts'
import { testServer } from '#test/http.ts'

const server = testServer()

it('§2 lists embeddable pages to signed-in people: none unless the operator configures some', async () => {
  const reader = await server().as('sales')
  expect(await reader.call(getFrames)).toMatchObject({ code: 200, data: [] })
})

it('§2 refuses others', async () => {
  expect(await server().send('GET', getFrames.path)).toMatchObject({ status: 401, code: 401 })
})
