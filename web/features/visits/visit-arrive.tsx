// The arrival: now with the position of the device, or with a reason why there is none.
import { AimOutlined } from '@ant-design/icons'
import { Button, Checkbox, Form } from 'antd'
import { useId, useState } from 'react'
import {
  arriveVisit,
  getVisitConsent,
  PLACE_AGE_MAX_S,
  setVisitConsent,
  type VisitRow,
} from '#contract/visits/visits.ts'
import { Field } from '#web/kit/form/field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import { MomentInput } from '#web/kit/form/moment-input.tsx'
import { useAct, useCall } from '#web/lib/query.ts'
import { type Found, useLocate } from './locate.ts'
import { deviceToken } from './visit-device.ts'
import { siteReads, visitReads } from './visit-labels.tsx'
import './visits.css'

type PlaceInputProps = { value: Found | null; onChange: (place: Found | null) => void }

/** The device's position, on request only, and only once the person has agreed that it is kept. */
function DevicePlace({ value, onChange }: PlaceInputProps) {
  const consentId = useId()
  const { data } = useCall(getVisitConsent, {})
  const agreeing = useAct(setVisitConsent, { invalidates: [getVisitConsent] })
  const { isLocating, problem, locate } = useLocate(onChange)
  const agrees = data ? data.agreedAt !== null : undefined
  const handleAgree = (next: boolean) => {
    if (!next) onChange(null)
    void agreeing.run({ agrees: next })
  }
  return (
    <div className="visit-locate">
      {agrees && (
        <Button icon={<AimOutlined />} loading={isLocating} onClick={locate}>
          {value ? '重新定位' : '使用当前位置'}
        </Button>
      )}
      {value && (
        <>
          <span>{`${value.longitude}, ${value.latitude}（精度 ${value.accuracy} 米）`}</span>
          <Button type="link" size="small" onClick={() => onChange(null)}>
            清除
          </Button>
        </>
      )}
      {problem && (
        <span role="status" className="visit-faint">
          {`${problem}，可以不填位置并说明原因`}
        </span>
      )}
      {agrees !== undefined && (
        <Checkbox
          id={consentId}
          checked={agrees}
          disabled={agreeing.pending}
          onChange={(event) => handleAgree(event.target.checked)}
        >
          同意记录到达位置（可随时撤回；只在到达时记录，180 天后只保留约 1 公里的精度）
        </Checkbox>
      )}
    </div>
  )
}

type Values = { at: string | null; reason: string }

const MS = 1_000

function placeOf(place: Found | null) {
  if (place === null) return { longitude: null, latitude: null, accuracy: null, age: null }
  const { longitude, latitude, accuracy, foundAt } = place
  return { longitude, latitude, accuracy, age: Math.max(0, Math.round((Date.now() - foundAt) / MS)) }
}

export function ArriveDialog({ visit, onClosed }: { visit: VisitRow; onClosed: () => void }) {
  const { id, version, enterpriseName } = visit
  // beside the form: a draft keeps what was typed, not where somebody was
  const [place, setPlace] = useState<Found | null>(null)
  return (
    <FormDialog<typeof arriveVisit, Values>
      title={`到达：${enterpriseName}`}
      endpoint={arriveVisit}
      initial={{ at: null, reason: '' }}
      draft={`visit-arrival-${id}`}
      input={({ at, reason }) => ({
        id,
        version,
        at: at ?? null,
        ...placeOf(place),
        ...deviceToken(),
        reason: reason ?? '',
      })}
      success="已到达"
      invalidates={[...visitReads, ...siteReads]}
      verb="确认到达"
      isDanger={false}
      onClosed={onClosed}
    >
      <Form.Item
        label="位置"
        extra={
          <span className="field-hint">
            {`定位后 ${PLACE_AGE_MAX_S} 秒内确认。坐标只有您、您的上级和管理员能看到，其他人只看到距离。`}
          </span>
        }
      >
        <DevicePlace value={place} onChange={setPlace} />
      </Form.Item>
      <Field of={arriveVisit} name="reason" isRequired={false} hint="没有位置、离企业较远或补记时必填。" />
      <Field of={arriveVisit} name="at" hint="不填即为现在；补记时选实际到达的时间，不再定位。">
        <MomentInput minuteStep={5} placeholder="现在" isPast />
      </Field>
    </FormDialog>
  )
}
