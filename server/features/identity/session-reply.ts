// spec §3 "User info (session)": the reply of sign-in and refresh.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RoleInfo, Session } from '#contract/identity/sign-in.ts'
import type { Core } from '#server/core/core.ts'
import { refuse } from '#server/core/http/refusal.ts'
import { listMenus } from '#server/features/organisation/menus/menus.queries.ts'
import { visibleMenus } from '#server/features/organisation/menus/menus.rules.ts'
import { rememberDevice } from './devices.ts'
import { draftKeyOf } from './draft-key.ts'
import { getProfile } from './profile.queries.ts'
import type { Granted } from './sessions.queries.ts'

export const roleInfo = (roleCode: string) => JSON.stringify({ roleCode } satisfies RoleInfo)

export async function sessionReply(core: Core, granted: Granted): Promise<Session> {
  const { db, actors } = core
  const [person, profile, menus] = await Promise.all([
    actors.person(granted.userId),
    getProfile(db, granted.userId),
    listMenus(db),
  ])
  if (!person) throw refuse('signedOut')
  const visible = visibleMenus(menus, person)
  return {
    access_token: granted.accessToken,
    refresh_token: granted.refreshToken,
    token_type: 'bearer',
    expires_in: granted.expiresInS,
    user_id: person.id,
    userName: person.userName,
    realName: person.realName,
    role_info: roleInfo(person.roleCode),
    tokenStartTime: Date.now(),
    draftKey: draftKeyOf(core, person.id),
    pageOpenMethod: profile.pageOpenMethod,
    biPermission: visible.map(({ code }) => code),
    topMenu: visible
      .filter(({ parentId }) => parentId === null)
      .map(({ id, code, name, path }) => ({ id, code, name, path })),
  }
}

/** The reply of a sign-in, once its session has begun; sets the device cookie. */
export function signInReply(
  core: Core,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  userName: string,
  granted: Granted,
): Promise<Session> {
  rememberDevice(request, reply, core.config, userName)
  return sessionReply(core, granted)
}
