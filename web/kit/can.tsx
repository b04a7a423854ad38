// Shows what the server would allow: the same declaration decides on both sides, so that the two cannot drift.
import type { ReactNode } from 'react'
import { type Access, isAllowed } from '../../contract/access.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { useAllowed, usePermissions } from '../lib/permissions.ts'

/** A call, or a right of its own where a call serves two buttons. */
export type Allowed = Endpoint | Access

export function Can({ call, children }: { call: Allowed; children: ReactNode }) {
  return useAllowed(call) ? children : null
}

/** The same question for lists of acts. */
export function useIsAllowed(): (call: Allowed) => boolean {
  const holdings = usePermissions((permissions) => permissions.holdings)
  return (call) => isAllowed('kind' in call ? call : call.access, holdings)
}
