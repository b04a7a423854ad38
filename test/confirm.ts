// A call that asks for confirmation (600), as the browser makes it: asked, then confirmed with the token of that reply.
import { CONFIRM_HEADER, type Endpoint, type Input } from '../contract/endpoint.ts'
import type { Confirmation } from '../contract/envelope.ts'
import type { Person, TestServer } from './http.ts'

export async function confirm<E extends Endpoint>({ send }: TestServer, person: Person, endpoint: E, input: Input<E>) {
  const asked = await send(endpoint.method, endpoint.path, input, { token: person.token })
  const { confirmToken = '', preview } = (asked.data ?? {}) as Partial<Confirmation>
  const headers = { [CONFIRM_HEADER]: confirmToken }
  const done = await send(endpoint.method, endpoint.path, input, { token: person.token, headers })
  return { asked, preview, done }
}
