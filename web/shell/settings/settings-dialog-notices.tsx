// Notification settings (spec §2): four switches, each with what it sends.
import { Switch } from 'antd'
import { useState } from 'react'
import { getLoginUserInfo } from '../../../contract/identity/own-account.ts'
import {
  getUserReview,
  type ReviewFlags,
  type ReviewType,
  reviewFlags,
  updateUserReview,
} from '../../../contract/system/settings.ts'
import { call, failureText, Refusal } from '../../lib/call.ts'
import { notify } from '../../lib/notify.ts'
import { queryClient, useCall } from '../../lib/query.ts'
import { useTexts } from '../texts/texts.ts'
import { SettingsDialogBody } from './settings-dialog-body.tsx'
import '../dialog-rows.css'

/** In the order of spec §2. */
const types: readonly ReviewType[] = [1, 2, 4, 3]

/** spec §8: the returned msg as an error, or the rejection's text; what ends the session has been told. */
function tell(failure: unknown): void {
  if (!(failure instanceof Refusal && failure.isShown)) notify.error(failureText(failure))
}

function Notice({ type, flags }: { type: ReviewType; flags: ReviewFlags }) {
  const { name, hint } = useTexts().systemSetting.reviews[type]
  /** What was asked for, while the server has not answered. */
  const [asked, setAsked] = useState<boolean>()
  const isOn = flags[reviewFlags[type]] === 1

  async function handleChange(checked: boolean) {
    setAsked(checked)
    try {
      await call(updateUserReview, { id: flags.id, type, review: checked ? 1 : 0 }, { hideErrorMsg: true })
    } catch (failure) {
      tell(failure)
    }
    // read anew in any case: the switch shows what the server holds
    const stale = [getUserReview, getLoginUserInfo].map(({ path }) =>
      queryClient.invalidateQueries({ queryKey: [path] }),
    )
    await Promise.all(stale)
    setAsked(undefined)
  }

  return (
    <li className="dialog-row">
      <div>
        <div id={`notice-${type}`}>{name}</div>
        <div id={`notice-hint-${type}`} className="settings-hint">
          {hint}
        </div>
      </div>
      <Switch
        aria-labelledby={`notice-${type}`}
        aria-describedby={`notice-hint-${type}`}
        checked={asked ?? isOn}
        loading={asked !== undefined}
        onChange={(checked) => void handleChange(checked)}
      />
    </li>
  )
}

export function SettingsDialogNotices() {
  const { systemSetting: texts } = useTexts()
  const read = useCall(getUserReview)
  return (
    <SettingsDialogBody read={read}>
      {(flags) => (
        <>
          <p className="settings-hint">{texts.noticesHint}</p>
          <ul className="dialog-rows">
            {types.map((type) => (
              <Notice key={type} type={type} flags={flags} />
            ))}
          </ul>
        </>
      )}
    </SettingsDialogBody>
  )
}
