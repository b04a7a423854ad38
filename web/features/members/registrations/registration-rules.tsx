// Owners of new registrations by province. Registrations without a rule are assigned by hand.
import { Button, Drawer, Skeleton } from 'antd'
import { useState } from 'react'
import { errors } from '#contract/errors.ts'
import {
  getRegistrationRules,
  queryRegistrationHandlers,
  type RegistrationRules,
  saveRegistrationRules,
} from '#contract/members/registration-handling.ts'
import { provinces } from '#contract/members/registrations.ts'
import { useGiveUp } from '#web/kit/dialog/confirm-discard.ts'
import { ErrorState } from '#web/kit/dialog/page-state.tsx'
import { useDialog } from '#web/kit/dialog/use-dialog.ts'
import { notify } from '#web/lib/notify.ts'
import { queryClient, useAct, useCall } from '#web/lib/query.ts'
import { HandlerPicker } from './handler-picker.tsx'
import './registration.css'

const WIDTH = 520
const read = { call: { hideErrorMsg: true }, staleTime: 0 } as const

type Chosen = Readonly<Record<string, string | null>>
const chosenIn = ({ rules }: RegistrationRules): Chosen =>
  Object.fromEntries(rules.map(({ province, ownerId }) => [province, ownerId]))

export function RegistrationRulesDrawer({ onClosed }: { onClosed: () => void }) {
  const { isOpen, close, frame } = useDialog(onClosed)
  const stored = useCall(getRegistrationRules, undefined, read)
  const handlers = useCall(queryRegistrationHandlers, undefined, read)
  /** Changes against the stored rules. */
  const [changed, setChanged] = useState<Chosen>({})
  const act = useAct(saveRegistrationRules, {
    success: '分配规则已保存',
    onSuccess: (rules) => {
      queryClient.setQueryData([getRegistrationRules.path], rules)
      close()
    },
    onRefusal: ({ code, data, msg, isShown }) => {
      // load the newer rules; the changes here stay on top of them
      if (code === errors.stale.code) queryClient.setQueryData([getRegistrationRules.path], data)
      if (!isShown) notify.error(code === errors.stale.code ? '规则已被他人修改，请核对后再保存' : msg)
    },
  })
  const rules = stored.data
  const chosen = rules ? { ...chosenIn(rules), ...changed } : {}
  const save = () => {
    if (!rules) return
    const next = provinces.flatMap((province) => {
      const ownerId = chosen[province]
      return ownerId ? [{ province, ownerId }] : []
    })
    void act.run({ basis: rules.basis, rules: next })
  }
  const hasChanges = Object.keys(changed).length > 0
  const leave = useGiveUp(() => isOpen && hasChanges, '分配规则')
  const error = stored.error ?? handlers.error
  return (
    <Drawer
      title="按省份分配新注册"
      {...frame}
      size={WIDTH}
      onClose={() => leave(close)}
      extra={
        <Button type="primary" loading={act.pending} disabled={!rules || !hasChanges} onClick={save}>
          保存
        </Button>
      }
    >
      <p className="registration-hint">
        新注册按所在省份直接归到负责人名下；没有规则、没有填写省份，或负责人被禁用时，进入待分配。
      </p>
      {error && <ErrorState error={error} onRetry={() => void Promise.all([stored.refetch(), handlers.refetch()])} />}
      {!error && !(rules && handlers.data) && <Skeleton active paragraph={{ rows: 12 }} />}
      {rules && handlers.data && (
        <ul className="registration-rules">
          {provinces.map((province) => {
            const rule = rules.rules.find((each) => each.province === province)
            return (
              <li key={province}>
                <label htmlFor={`rule-${province}`}>{province}</label>
                <HandlerPicker
                  id={`rule-${province}`}
                  placeholder="待分配"
                  handlers={handlers.data}
                  former={rule && !rule.isGood ? { id: rule.ownerId, name: rule.ownerName } : undefined}
                  value={chosen[province] ?? null}
                  onChange={(ownerId) => setChanged({ ...changed, [province]: ownerId })}
                />
              </li>
            )
          })}
        </ul>
      )}
    </Drawer>
  )
}
