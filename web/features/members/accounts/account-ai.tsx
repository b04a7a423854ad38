// Opens accounts of the AI service with a trial, for selected members without one.
import { InputNumber, Typography } from 'antd'
import { useState } from 'react'
import {
  type AccountRow,
  AI_TRIAL_DAYS,
  DAILY_QUESTIONS_MAX,
  generateAiAccounts,
  queryAccounts,
} from '#contract/members/accounts.ts'
import { useConfirmed } from '#web/kit/dialog/use-confirmed.tsx'
import { ChooseDialog } from '#web/pickers/choose-dialog.tsx'

/** Names listed in the dialog; the rest is counted. */
const NAMES_MAX = 10

type GenerateAiProps = { accounts: readonly AccountRow[]; done: () => void; onClosed: () => void }

export function GenerateAi({ accounts, done, onClosed }: GenerateAiProps) {
  const [days, setDays] = useState<number>(AI_TRIAL_DAYS)
  const [dailyQuestions, setDailyQuestions] = useState<number | null>(null)
  const act = useConfirmed(generateAiAccounts, {
    title: '生成 AI 账号',
    verb: '生成',
    isDanger: false,
    success: `已为 ${accounts.length} 名会员生成 AI 账号`,
    invalidates: [queryAccounts],
    onSuccess: done,
    onPartly: onClosed,
  })
  const names = accounts.slice(0, NAMES_MAX).map(({ realName }) => realName)
  return (
    <>
      <ChooseDialog
        title={`生成 AI 账号：${accounts.length} 名会员`}
        width={480}
        verb="生成"
        isChanged={days !== AI_TRIAL_DAYS || dailyQuestions !== null}
        isSaving={act.pending}
        onSave={async () => (await act.run({ ids: accounts.map(({ id }) => id), days, dailyQuestions })) !== undefined}
        onClosed={onClosed}
      >
        <Typography.Paragraph>
          为{names.join('、')}
          {accounts.length > names.length ? `等 ${accounts.length} 人` : ''}开通 AI
          问答，沿用原登录名和密码；已有账号的不变。
        </Typography.Paragraph>
        <p>
          <label htmlFor="ai-days">
            试用天数（自今日起）{' '}
            <InputNumber
              id="ai-days"
              min={1}
              max={90}
              precision={0}
              value={days}
              onChange={(next) => setDays(next ?? AI_TRIAL_DAYS)}
            />
          </label>
        </p>
        <label htmlFor="ai-questions">
          每日提问次数（不填不另设上限）{' '}
          <InputNumber
            id="ai-questions"
            min={1}
            max={DAILY_QUESTIONS_MAX}
            precision={0}
            value={dailyQuestions}
            onChange={setDailyQuestions}
          />
        </label>
      </ChooseDialog>
      {act.dialogs}
    </>
  )
}
