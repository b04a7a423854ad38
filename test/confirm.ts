// A call that asks for confirmation (600), as the browser makes it: the initial reply, then the call confirmed with its token.
import { CONFIRM_HEADER, type DataOf, type Endpoint, type Input } from '#contract/endpoint.ts'
import type { Confirmation } from '#contract/envelope.ts'
import { errors } from '#contract/errors.ts'
import type { Person, Reply, TestServer } from './http.ts'

/** A call that needs no confirmation is made once; its reply is `done`. */
export async function confirm<E extends Endpoint>({ send }: TestServer, person: Person, endpoint: E, input: Input<E>) {
  const initial = await send(endpoint.method, endpoint.path, input, { token: person.token })
  if (initial.code !== errors.needsConfirmation.code)
    return { initial, preview: undefined, done: initial as Reply<DataOf<E>> }
  const { confirmToken, preview } = initial.data as Confirmation
  const headers = { [CONFIRM_HEADER]: confirmToken }
  const done: Reply<DataOf<E>> = await send(endpoint.method, endpoint.path, input, { token: person.token, headers })
  return { initial, preview, done }
}
