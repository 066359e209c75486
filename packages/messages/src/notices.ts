import type { NotificationDetails } from '@terrace/protocol';
import { noticesMessages } from './generated/subjects/notices.ts';

/** A notification in the current language. A page loads the part `notices` first. */
export function noticeText(details: NotificationDetails): { readonly title: string; readonly body: string } {
  const texts = noticesMessages();
  switch (details.kind) {
    case 'turn':
      return { title: texts.turn.title, body: texts.turn.body({ opponents: namesOf(details.opponents) }) };
    case 'time-short': {
      const { left, opponents } = details;
      return { title: texts.timeShort.title, body: texts.timeShort.body({ left, opponents: namesOf(opponents) }) };
    }
    case 'offer': {
      const { offer, by, answer } = details;
      if (answer !== undefined) {
        const { title, body } = texts.offerAnswered;
        return { title: title({ offer, answer }), body: body({ offer, answer, by: by.name }) };
      }
      return { title: texts.offer.title({ offer }), body: texts.offer.body({ offer, by: by.name }) };
    }
    case 'chat':
      return { title: texts.chat.title({ by: details.by.name }), body: details.text };
    case 'invited':
      return { title: texts.invited.title, body: texts.invited.body({ by: details.by.name }) };
    case 'answered': {
      const { accepted, by, expired, closed, left } = details;
      if (by === null) return texts.tableExpired;
      if (left)
        return { title: texts.leftTable.title, body: texts.leftTable.body({ by: by.name, closed: closed ?? false }) };
      if (closed) return { title: texts.tableClosed.title, body: texts.tableClosed.body({ by: by.name }) };
      if (expired) return { title: texts.unanswered.title, body: texts.unanswered.body({ by: by.name }) };
      return { title: texts.answered.title({ accepted }), body: texts.answered.body({ accepted, by: by.name }) };
    }
    case 'joined':
      return { title: texts.joined.title, body: texts.joined.body({ by: details.by.name }) };
    case 'started':
      return { title: texts.started.title, body: texts.started.body({ opponents: namesOf(details.opponents) }) };
    case 'over':
      if (details.outcome === 'called-off') {
        const { title, body } = texts.calledOff;
        return { title, body: body({ opponents: namesOf(details.opponents) }) };
      }
      return { title: texts.over.title({ outcome: details.outcome }), body: overText(details) };
    case 'follower':
      return { title: texts.follower.title, body: texts.follower.body({ by: details.by.name }) };
    case 'security':
      if (details.change === 'report') return texts.report;
      return { title: texts.security.title, body: texts.security[SECURITY[details.change]] };
  }
}

const SECURITY = {
  password: 'password',
  email: 'email',
  token: 'token',
  'sign-in': 'signIn',
  'webhook-disabled': 'webhook',
} as const;

const namesOf = (players: readonly { readonly name: string }[]): readonly string[] => players.map(({ name }) => name);

function overText({ opponents, place, ratingChange }: Extract<NotificationDetails, { kind: 'over' }>): string {
  const { body, place: placed, rated } = noticesMessages().over;
  const names = { opponents: namesOf(opponents) };
  const text = opponents.length > 1 && place !== null ? placed({ ...names, place }) : body(names);
  return ratingChange === null ? text : rated({ text, change: Math.round(ratingChange) });
}
