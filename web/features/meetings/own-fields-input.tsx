// Questions that one meeting asks of its guests, as rows of a form.
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Checkbox, Input, Select } from 'antd'
import { OWN_OPTIONS_MAX } from '#contract/meetings/meetings.ts'
import {
  OWN_FIELDS_MAX,
  type OwnField,
  type OwnFieldKind,
  ownFieldKindLabels,
  ownFieldKinds,
} from '#contract/meetings/sign-up-labels.ts'
import './meetings.css'
import { optionsOf } from '#web/kit/form/options.ts'

const kinds = optionsOf(ownFieldKindLabels, ownFieldKinds)

export function problemOfOwnFields(fields: readonly OwnField[]): string | null {
  const labels = fields.map(({ label }) => label.trim().toLowerCase())
  if (labels.includes('')) return `请输入第 ${labels.indexOf('') + 1} 个报名问题`
  if (new Set(labels).size < labels.length) return '报名问题重复'
  const poor = fields.find(({ kind, options }) => kind === 'choice' && options.length < 2)
  return poor ? `“${poor.label}”至少要有两个选项` : null
}

/** Stays with the question when its text changes, as answers are stored by it. */
function newKey(fields: readonly OwnField[]): string {
  const numbers = fields.map(({ key }) => Number(key.replace(/^q/, '')) || 0)
  return `q${Math.max(0, ...numbers) + 1}`
}

type Props = { id?: string; value?: OwnField[]; onChange?: (fields: OwnField[]) => void }

export function OwnFieldsInput({ id, value = [], onChange }: Props) {
  const change = (at: number, part: Partial<OwnField>) =>
    onChange?.(value.map((field, place) => (place === at ? { ...field, ...part } : field)))
  return (
    <div id={id} className="agenda-rows">
      {value.map(({ key, label, kind, isRequired, options }, at) => (
        <div key={key} className="meeting-own-field">
          <Input
            aria-label={`第 ${at + 1} 个报名问题`}
            placeholder="问题"
            maxLength={60}
            autoComplete="off"
            value={label}
            onChange={({ target }) => change(at, { label: target.value })}
          />
          <Select<OwnFieldKind>
            aria-label={`第 ${at + 1} 个问题回答方式`}
            options={kinds}
            value={kind}
            onChange={(next) => change(at, { kind: next, options: next === 'choice' ? options : [] })}
          />
          <Checkbox checked={isRequired} onChange={({ target }) => change(at, { isRequired: target.checked })}>
            必填
          </Checkbox>
          <Button
            type="text"
            icon={<DeleteOutlined />}
            aria-label={`移除第 ${at + 1} 个报名问题`}
            onClick={() => onChange?.(value.filter((field) => field.key !== key))}
          />
          {kind === 'choice' && (
            <Select
              className="meeting-own-options"
              aria-label={`第 ${at + 1} 个问题选项`}
              mode="tags"
              open={false}
              maxCount={OWN_OPTIONS_MAX}
              placeholder="输入选项后回车"
              tokenSeparators={['、', '，', ',']}
              value={options}
              onChange={(next: string[]) => change(at, { options: next })}
            />
          )}
        </div>
      ))}
      <Button
        type="dashed"
        icon={<PlusOutlined />}
        disabled={value.length >= OWN_FIELDS_MAX}
        onClick={() =>
          onChange?.([...value, { key: newKey(value), label: '', kind: 'text', isRequired: false, options: [] }])
        }
      >
        添加报名问题
      </Button>
    </div>
  )
}
