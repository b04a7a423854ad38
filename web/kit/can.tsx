// Shows what the server would allow: the same declaration decides on both sides, so that the two cannot drift. These
// are the directives of spec §6; permission.rules.ts says what each manner shows, and what the delay of the check
// means.
import { ConfigProvider } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { type Access, type Alias, isAllowed } from '#contract/access.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { PERMISSION_CHECK_MS } from '#contract/limits.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import { useMenuAllowed } from '#web/lib/session/menu-buttons.ts'
import { holdsOneOf, type PermissionCode } from '#web/lib/session/permissions.rules.ts'
import { usePermissions } from '#web/lib/session/permissions.ts'
import { type Manner, shownAs } from './tree/permission.rules.ts'
import './tree/permission.css'

/** An endpoint, or a right of its own if one endpoint serves two buttons. */
export type Allowed = Endpoint | Access

const accessOf = (call: Allowed): Access => ('kind' in call ? call : call.access)

type CanProps = {
  /** The endpoint that it calls, or the alias of a button of the current page. */
  call: Allowed | Alias
  /** The sub-product that a call with `canOn` concerns. */
  on?: SubProductKey | undefined
  /** How it looks to people without the right. */
  otherwise?: Manner
  children: ReactNode
}

export function Can({ call, on, otherwise = 'hide', children }: CanProps) {
  const isButton = typeof call === 'string'
  const isOnMenu = useMenuAllowed(isButton ? call : undefined)
  const isHeld = usePermissions(({ holdings }) => isButton || isAllowed(accessOf(call), holdings, on))
  return (
    <Guarded manner={otherwise} isAllowed={isOnMenu && isHeld}>
      {children}
    </Guarded>
  )
}

/** Shown to people who hold one of the codes. Anything but an array of codes throws `need roles` (spec §5). */
export function CanAny({ codes, children }: { codes: readonly PermissionCode[]; children: ReactNode }) {
  const isHeld = usePermissions(({ holdings }) => holdsOneOf(codes, holdings))
  return (
    <Guarded manner="hide" isAllowed={isHeld}>
      {children}
    </Guarded>
  )
}

/** True once the check is due; showing a hidden page again does not restart the delay. */
function useChecked(): boolean {
  const [isChecked, setChecked] = useState(false)
  useEffect(() => {
    if (isChecked) return
    const timer = setTimeout(() => setChecked(true), PERMISSION_CHECK_MS)
    return () => clearTimeout(timer)
  }, [isChecked])
  return isChecked
}

type GuardedProps = { manner: Manner; isAllowed: boolean; children: ReactNode }

/** The same element in all states, so that its children are not remounted; it takes no part in the layout. */
function Guarded({ manner, isAllowed: mayUse, children }: GuardedProps) {
  const isChecked = useChecked()
  const shown = shownAs(manner, { isChecked, isAllowed: mayUse })
  if (shown === 'nothing') return null
  const isRefused = shown === 'lookalike' && isChecked
  // `hide` never shows a lookalike: skip the provider, which costs as much as the button in it
  const guarded = manner === 'hide' ? children : <Disabled isOn={shown === 'lookalike'}>{children}</Disabled>
  return (
    <fieldset
      className="permission"
      data-shown={shown}
      disabled={shown !== 'element'}
      role={isRefused ? 'group' : 'none'}
      {...(isRefused && { title: '暂无操作权限' })}
    >
      {guarded}
    </fieldset>
  )
}

function Disabled({ isOn, children }: { isOn: boolean; children: ReactNode }) {
  const { componentDisabled } = ConfigProvider.useConfig()
  return <ConfigProvider componentDisabled={componentDisabled || isOn}>{children}</ConfigProvider>
}

/** The same check for lists of actions. */
export function useIsAllowed(): (call: Allowed, on?: SubProductKey) => boolean {
  const holdings = usePermissions((permissions) => permissions.holdings)
  return (call, on) => isAllowed(accessOf(call), holdings, on)
}
