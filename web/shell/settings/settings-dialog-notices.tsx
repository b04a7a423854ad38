// Notification settings (spec §2): the four review switches, then switches by event.
import { Switch } from 'antd'
import { useState } from 'react'
import { getLoginUserInfo } from '#contract/identity/own-account.ts'
import { getOwnNotices, type OwnNoticeEvent, ownNoticeEvents, switchOwnNotice } from '#contract/outbox/notices.ts'
import { getUserReview, type ReviewType, reviewFlags, updateUserReview } from '#contract/system/settings.ts'
import { call, failureText, Refusal } from '#web/lib/call.ts'
import { notify } from '#web/lib/notify.ts'
import { queryClient, useCall } from '#web/lib/query.ts'
import { useTexts } from '../texts/texts.ts'
import { SettingsDialogBody } from './settings-dialog-body.tsx'
import '../dialog-rows.css'

/** In the order of spec §2. */
const types: readonly ReviewType[] = [1, 2, 4, 3]

/** spec §8: shows the returned msg or the rejection's text, unless it was already shown (session end). */
function showFailure(failure: unknown): void {
  if (!(failure instanceof Refusal && failure.isShown)) notify.error(failureText(failure))
}

type RowProps = {
  id: string
  texts: { name: string; hint: string }
  isOn: boolean
  /** Resolves after the server has answered and the value was refetched. */
  onSwitch: (isOn: boolean) => Promise<void>
}

function NoticeRow({ id, texts: { name, hint }, isOn, onSwitch }: RowProps) {
  /** The requested value, until the server has answered. */
  const [pending, setPending] = useState<boolean>()
  async function handleChange(checked: boolean) {
    setPending(checked)
    await onSwitch(checked)
    setPending(undefined)
  }
  return (
    <li className="dialog-row">
      <div>
        <div id={`notice-${id}`}>{name}</div>
        <div id={`notice-hint-${id}`} className="settings-hint">
          {hint}
        </div>
      </div>
      <Switch
        aria-labelledby={`notice-${id}`}
        aria-describedby={`notice-hint-${id}`}
        checked={pending ?? isOn}
        loading={pending !== undefined}
        onChange={(checked) => void handleChange(checked)}
      />
    </li>
  )
}

/** Refetches even after a failure, so the switch shows the server's value. */
const refetchAll = async (...calls: { path: string }[]) => {
  await Promise.all(calls.map(({ path }) => queryClient.invalidateQueries({ queryKey: [path] })))
}

async function switchReview(id: string, type: ReviewType, isOn: boolean): Promise<void> {
  await call(updateUserReview, { id, type, review: isOn ? 1 : 0 }, { hideErrorMsg: true }).catch(showFailure)
  await refetchAll(getUserReview, getLoginUserInfo)
}

async function switchOwn(event: OwnNoticeEvent, isOn: boolean): Promise<void> {
  await call(switchOwnNotice, { event, isOn }, { hideErrorMsg: true }).catch(showFailure)
  await refetchAll(getOwnNotices)
}

function OwnNotices() {
  const { ownNotices } = useTexts().systemSetting
  const { data } = useCall(getOwnNotices)
  return ownNoticeEvents.map((event) => (
    <NoticeRow
      key={event}
      id={event}
      texts={ownNotices[event]}
      isOn={data?.on.includes(event) ?? false}
      onSwitch={(isOn) => switchOwn(event, isOn)}
    />
  ))
}

export function SettingsDialogNotices() {
  const { systemSetting: texts } = useTexts()
  const read = useCall(getUserReview)
  return (
    <SettingsDialogBody read={read}>
      {(flags) => (
        <>
          <p className="settings-hint">{texts.noticesHint}</p>
          <ul className="dialog-rows" aria-label={texts.notices}>
            {types.map((type) => (
              <NoticeRow
                key={type}
                id={String(type)}
                texts={texts.reviews[type]}
                isOn={flags[reviewFlags[type]] === 1}
                onSwitch={(isOn) => switchReview(flags.id, type, isOn)}
              />
            ))}
          </ul>
          <h3 id="own-notices" className="settings-heading">
            {texts.ownNoticesTitle}
          </h3>
          <ul className="dialog-rows" aria-labelledby="own-notices">
            <OwnNotices />
          </ul>
        </>
      )}
    </SettingsDialogBody>
  )
}
