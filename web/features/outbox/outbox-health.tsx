// Health of each channel: configuration, queue, sent and failed messages.
import { Tooltip } from 'antd'
import { channelLabels, type MessageChannel, messageChannels } from '#contract/outbox/message-labels.ts'
import type { ChannelHealth } from '#contract/outbox/messages.ts'
import { Status } from '#web/kit/table/status.tsx'
import { formatMoment } from '#web/lib/format.ts'
import { waitText } from './message-labels.tsx'
import './outbox.css'

function ChannelState({ isSetUp, settings, resting, channel }: ChannelHealth) {
  if (!isSetUp) {
    return (
      <Tooltip title={`设置环境变量 ${settings.join('、')} 并重启后开始发送；在此之前消息留在队列中`}>
        <span>
          <Status tone="idle">未配置</Status>
        </span>
      </Tooltip>
    )
  }
  if (resting) {
    return (
      <Tooltip title={`${formatMoment(resting.until)} 前暂停：${resting.reason}`}>
        <span>
          <Status tone="bad">暂停</Status>
        </span>
      </Tooltip>
    )
  }
  return <Status tone="good">{channel === 'bell' ? '直接送达' : '正常'}</Status>
}

function Channel(health: ChannelHealth) {
  const {
    channel,
    isSetUp,
    settings,
    rate,
    queued,
    later,
    oldestS,
    sentLastMinute,
    sentLastDay,
    failedLastDay,
    unsure,
  } = health
  return (
    <li>
      <header>
        <h2>{channelLabels[channel]}</h2>
        <ChannelState {...health} />
      </header>
      <dl>
        <dt>排队</dt>
        <dd>
          {queued}
          {queued > 0 && <small>最久 {waitText(oldestS)}</small>}
          {later > 0 && <small>另有 {later} 条定时</small>}
        </dd>
        <dt>24 小时</dt>
        <dd>
          {sentLastDay}
          {failedLastDay > 0 && <small data-tone="bad">失败 {failedLastDay}</small>}
          {unsure > 0 && <small data-tone="warning">待核实 {unsure}</small>}
        </dd>
        {channel !== 'bell' && (
          <>
            <dt>{isSetUp ? '速度' : '需设置'}</dt>
            <dd>{rate === null ? <code>{settings[0]}</code> : `${sentLastMinute} / ${rate} 每分钟`}</dd>
          </>
        )}
      </dl>
    </li>
  )
}

/** Placeholder of the same height while loading, so that the list below does not move. */
function ChannelPlaceholder({ channel }: { channel: MessageChannel }) {
  return (
    <li aria-busy="true">
      <header>
        <h2>{channelLabels[channel]}</h2>
      </header>
      <dl>
        <dt>排队</dt>
        <dd>—</dd>
        <dt>24 小时</dt>
        <dd>—</dd>
        <dt>速度</dt>
        <dd>—</dd>
      </dl>
    </li>
  )
}

export function OutboxHealth({ channels }: { channels: readonly ChannelHealth[] | undefined }) {
  return (
    <section className="outbox-health" aria-label="通道概况">
      <ul>
        {channels?.map((each) => <Channel key={each.channel} {...each} />) ??
          messageChannels.map((channel) => <ChannelPlaceholder key={channel} channel={channel} />)}
      </ul>
    </section>
  )
}
