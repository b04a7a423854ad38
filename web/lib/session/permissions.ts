// Permissions of the signed-in person: menus and buttons from the server, kept for the permission time (spec §4, §6).
import { useMemo } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Holdings } from '#contract/access.ts'
import { refreshUserInfo } from '#contract/identity/own-account.ts'
import { BUTTONS_TIMEOUT_MS } from '#contract/limits.ts'
import { getButtons, getRoutes, type MenuButtons, type MenuNode } from '#contract/organisation/users.ts'
import { type CallOptions, call } from '../call.ts'
import { holdingsOf, type PermissionChange, permissionChange } from './permissions.rules.ts'
import { roleCodeOf } from './session.rules.ts'
import { notePerson, onSignOut, useSession } from './session.ts'

export type Permissions = {
  status: 'loading' | 'ready' | 'failed'
  menus: readonly MenuNode[]
  buttons: readonly MenuButtons[]
  holdings: Holdings
  version: string
  /** Load time and lifetime, ms (spec §4 "Permission time"). */
  loadedAt: number
  permissionTime: number
}

const none: Permissions = {
  status: 'loading',
  menus: [],
  buttons: [],
  holdings: { isAdministrator: false, rights: new Set() },
  version: '',
  loadedAt: 0,
  permissionTime: 0,
}

const permissionStore = createStore<Permissions>(() => none)
onSignOut(() => permissionStore.setState(none))

let loading: Promise<PermissionChange | null> | null = null

async function load(options: CallOptions): Promise<PermissionChange | null> {
  const before = permissionStore.getState()
  try {
    const info = await call(refreshUserInfo, undefined, options)
    const { permissionVersion: version, permissionTime, ...person } = info
    notePerson(person)
    const times = { loadedAt: Date.now(), permissionTime }
    if (before.status === 'ready' && before.version === version) {
      permissionStore.setState(times)
      return null
    }
    const [menus, buttons] = await Promise.all([
      call(getRoutes, undefined, options),
      call(getButtons, undefined, { ...options, timeout: BUTTONS_TIMEOUT_MS }),
    ])
    const holdings = holdingsOf(roleCodeOf(info.role_info), buttons)
    permissionStore.setState({ status: 'ready', menus, buttons, holdings, version, ...times })
    return before.status === 'ready' ? permissionChange(before, { menus, buttons }) : null
  } catch {
    // keep using the old permissions; the server checks each call anyway
    if (permissionStore.getState().status !== 'ready') permissionStore.setState({ status: 'failed' })
    return null
  }
}

/**
 * Loads the permissions, one load at a time, and returns what changed. A failed first load is `status: 'failed'`, which
 * the shell shows with a retry button.
 */
export function loadPermissions(): Promise<PermissionChange | null> {
  const isFirst = permissionStore.getState().status !== 'ready'
  if (isFirst) permissionStore.setState({ status: 'loading' })
  loading ??= load(isFirst ? {} : { hideErrorMsg: true }).finally(() => {
    loading = null
  })
  return loading
}

/** Reloads once the permission time is over. */
export async function keepPermissionsFresh(now = Date.now()): Promise<void> {
  const { status, loadedAt, permissionTime } = permissionStore.getState()
  if (status === 'ready' && now - loadedAt >= permissionTime) await loadPermissions()
}

export const currentPermissions = (): Permissions => permissionStore.getState()

/** spec §6: menu codes that the person sees, collected by the server. */
export function useBiPermission(): ReadonlySet<string> {
  const codes = useSession()?.biPermission
  return useMemo(() => new Set(codes), [codes])
}

export const usePermissions = <T>(select: (state: Permissions) => T): T => useStore(permissionStore, select)
