// Page opening method (spec §2, §9): 0 in a new tab, 1 in the current one. Applies to open tabs at once.
import { Radio } from 'antd'
import { useState } from 'react'
import { getPageOpenType, setPageOpenType } from '#contract/system/settings.ts'
import { exchange } from '#web/lib/call.ts'
import { notify } from '#web/lib/notify.ts'
import { queryClient, useCall } from '#web/lib/query.ts'
import { currentSession, notePerson } from '#web/lib/session/session.ts'
import { useTexts } from '../texts/texts.ts'
import { SettingsDialogBody } from './settings-dialog-body.tsx'

export function SettingsDialogOpening() {
  const { systemSetting: texts } = useTexts()
  const read = useCall(getPageOpenType)
  const [pending, setPending] = useState<0 | 1>()

  async function handleChange(type: 0 | 1) {
    setPending(type)
    try {
      const reply = await exchange(setPageOpenType, { type })
      const session = currentSession()
      if (reply.success && session) notePerson({ user_id: session.user_id, pageOpenMethod: type })
      // spec §8: the returned msg
      if (reply.success) notify.success(reply.msg)
      else notify.error(reply.msg)
    } catch {
      // exchange() has shown the error; the refetch below resets the choice
    }
    await queryClient.invalidateQueries({ queryKey: [getPageOpenType.path] })
    setPending(undefined)
  }

  return (
    <SettingsDialogBody read={read}>
      {(type) => (
        <Radio.Group
          className="settings-choices"
          aria-label={texts.opening}
          value={pending ?? type}
          disabled={pending !== undefined}
          onChange={({ target }) => void handleChange(target.value === 1 ? 1 : 0)}
          options={([0, 1] as const).map((value) => ({
            value,
            label: (
              <>
                {texts.openings[value].name}
                <span className="settings-hint">{texts.openings[value].hint}</span>
              </>
            ),
          }))}
        />
      )}
    </SettingsDialogBody>
  )
}
