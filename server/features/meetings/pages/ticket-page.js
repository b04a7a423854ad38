// The script of a ticket's page: accepts or gives up the seat, then shows the page anew.
;(() => {
  const ticket = document.getElementById('ticket')
  if (!ticket) return
  const failure = document.getElementById('failure')
  /** Nobody reads a question faster. */
  const READ_MS = 700
  let askedAt = 0
  const buttons = [...ticket.querySelectorAll('button')]

  async function send(act) {
    failure.textContent = ''
    for (const button of buttons) button.disabled = true
    try {
      const reply = await fetch(`/api/open/meetings/ticket/${act}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ code: ticket.dataset.code }),
      })
      const { success, msg } = await reply.json()
      if (success) return location.reload()
      failure.textContent = reply.status === 429 ? '操作过于频繁，请稍后再试' : msg
    } catch {
      failure.textContent = '网络异常，请稍后重试'
    }
    for (const button of buttons) button.disabled = false
  }

  for (const button of buttons) {
    button.addEventListener('click', () => {
      // what gives a seat away is asked once more; two taps in a row are one
      if (button.dataset.ask) {
        button.textContent = button.dataset.ask
        delete button.dataset.ask
        askedAt = Date.now()
        return
      }
      if (Date.now() - askedAt < READ_MS) return
      void send(button.dataset.act)
    })
  }
})()
