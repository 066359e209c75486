const parts = [
  {
    key: 'board',
    title: 'Das Brett',
    rules: [
      {
        n: 1,
        text: [
          'Das Brett hat 8 × 8 Felder. Die Linien heißen a bis h, die Reihen 1 bis 8, und a1 ist von der Südseite aus die linke Ecke. Es gibt auch ein kleines Brett mit 6 × 6.',
        ],
      },
      {
        n: 2,
        text: [
          'Jedes Feld liegt auf einer Stufe. Die Ecken a1 und h8 sind am tiefsten, Stufe 1; die Ecken a8 und h1 sind am höchsten, Stufe 8 (6 auf dem kleinen Brett). Dazwischen steigt der Boden Stufe um Stufe von den tiefen Ecken zu den hohen.',
        ],
      },
      {
        n: 3,
        text: [
          'Eine Terrasse ist eine Gruppe von Feldern einer Stufe, die sich mit den Seiten berühren. Jede Stufe hat zwei Terrassen, sechzehn im Ganzen, und jede ist ein Weg von einem Feld Breite, gerade oder mit einer Ecke.',
          'Zwei Terrassen einer Stufe berühren sich nie mit den Seiten. Die der Stufen 4 und 5 treffen sich nur im Mittelpunkt, und über ihn führt kein Weg.',
        ],
      },
    ],
  },
  {
    key: 'pieces',
    title: 'Die Figuren',
    rules: [
      {
        n: 4,
        text: [
          'Figuren haben vier Größen mit den Buchstaben A, B, C und D: A ist am kleinsten, D am größten. Das T ist so klein wie ein A. Auf dem kleinen Brett gibt es A bis C.',
        ],
      },
      {
        n: 5,
        text: [
          'Geschrieben haben zwei Seiten kleine Buchstaben (Süd) und große (Nord). Zu dritt oder viert hat Süd kleine, Ost große, Nord kleine mit Strich (a’) und West große mit Strich (A’).',
        ],
      },
    ],
  },
  {
    key: 'moves',
    title: 'Ein Zug',
    rules: [
      {
        n: 6,
        text: [
          'Entlang: Eine Figur zieht auf ein freies Feld ihrer Terrasse, das sie auf ihr Schritt für Schritt erreicht, auch um die Ecke. An eigenen Figuren jeder Größe kommt sie vorbei, an fremden nie.',
          'Hausregel: Auch größere eigene Figuren versperren den Weg.',
        ],
      },
      { n: 7, text: ['Hinauf: ein Schritt, gerade oder schräg, auf ein freies Feld genau eine Stufe höher.'] },
      { n: 8, text: ['Hinab: ein Schritt, nur gerade, auf ein freies Feld genau eine Stufe tiefer.'] },
      {
        n: 9,
        text: [
          'Schlagen: ein Schritt schräg auf eine Figur, die genau eine Stufe tiefer steht und so groß ist oder kleiner. Sie kommt vom Brett. Auch eigene Figuren dürfen geschlagen werden, das eigene T eingeschlossen.',
        ],
      },
      {
        n: 10,
        text: [
          'Hausregel, Schlagen nach Rang. Figuren ziehen wie immer, schlagen aber so: schräg hinab, was höchstens eine Größe größer ist; gerade eine Stufe hinauf, was kleiner ist, und die kleinste schlägt die größte; auf ein Nachbarfeld ihrer Terrasse, was nicht größer ist.',
        ],
      },
    ],
  },
  {
    key: 'turns',
    title: 'Reihenfolge und Ziele',
    rules: [
      {
        n: 11,
        text: [
          'Wer dran ist, macht einen Zug mit einer eigenen Figur; passen darf niemand. Es geht im Uhrzeigersinn: Süd, West, Nord, Ost. Süd beginnt, wenn eine Stellung nichts anderes sagt. Zu dritt sitzen Süd, Nord und Ost.',
        ],
      },
      {
        n: 12,
        text: [
          'Jedes T hat ein Ziel, die tiefe Ecke gegenüber: h8 für Süd und West, a1 für Nord und Ost (f6 und a1 auf dem kleinen Brett).',
        ],
      },
    ],
  },
  {
    key: 'end',
    title: 'Wie eine Partie endet',
    rules: [
      {
        n: 13,
        text: [
          'Ankunft: Wessen T nach einem Zug der eigenen Seite auf seinem Ziel steht, gleich durch welche Art von Zug, gewinnt sofort die ganze Partie.',
        ],
      },
      {
        n: 14,
        text: [
          'Ein T schlagen: Wem es gehört, ist raus, gleich wer es geschlagen hat. Zu zweit hat dann die andere Seite gewonnen. Zu dritt oder viert spielen die anderen weiter, und wer als Letzter bleibt, gewinnt. Alle Figuren der Seite, die raus ist, kommen vom Brett; endet die Partie damit, bleibt das Brett, wie es ist.',
        ],
      },
      {
        n: 15,
        text: [
          'Wer aufgibt, keine Zeit mehr hat oder geht, ist ebenso raus. Am Zug ist dann die nächste Seite, die noch im Spiel ist.',
        ],
      },
      {
        n: 16,
        text: [
          'Remis: Die Seite am Zug hat keinen erlaubten Zug; oder alle, die noch im Spiel sind, einigen sich; oder dieselbe Stellung steht zum dritten Mal mit derselben Seite am Zug; oder 100 Züge je Platz vergehen nacheinander, ohne dass etwas geschlagen wird oder jemand rausgeht.',
        ],
      },
      {
        n: 17,
        text: [
          'Platzierung zu dritt und viert: Erst kommt, wer gewonnen hat; wer noch im Spiel ist, teilt den nächsten Platz; dann folgen, die raus sind, zuletzt Gegangene zuerst.',
        ],
      },
    ],
  },
  {
    key: 'calls',
    title: 'Ansagen',
    rules: [
      {
        n: 18,
        text: ['„Terrace“: Nach einem Zug kann ein T mit dem nächsten Zug einer anderen Seite geschlagen werden.'],
      },
      {
        n: 19,
        text: [
          '„Terrace-Matt“: Die Seite am Zug steht in Terrace, und kein Zug hilft: keiner gewinnt oder macht sofort Remis, und nach jedem kann ihr T noch geschlagen werden. Das eigene T zu schlagen ist kein Ausweg.',
        ],
      },
    ],
  },
  {
    key: 'notation',
    title: 'Partien aufschreiben',
    rules: [
      {
        n: 20,
        text: [
          'Ein Zug wird als Figur, von und nach geschrieben, die geschlagene Figur nach einem Doppelpunkt: d-a2-b3, C-c5-b4:c. Den Buchstaben der Figur und was geschlagen wird darf man beim Lesen weglassen.',
        ],
      },
      {
        n: 21,
        text: ['#4 nach einem Zug sagt, dass er als vierter der Partie gemeint ist. Sonst wird er abgelehnt.'],
      },
      {
        n: 22,
        text: [
          'Die Schreibweise in Zahlen nennt Farbe und Größe einer Figur: B4d5-c4:W3. Nord ist W, Süd B, West R und Ost U.',
        ],
      },
      {
        n: 23,
        text: [
          'Eine Stellung wird als schlichtes Gitter gezeichnet, die oberste Reihe zuerst und mit Punkten für freie Felder, oder als Gitter mit den Mauern der Terrassen.',
        ],
      },
      {
        n: 24,
        text: [
          'Eine Stellung passt auch in eine Zeile: die Reihen von oben mit einer Zahl für freie Felder nebeneinander, die Seite am Zug, die Plätze, groß für die, die raus sind, die Züge, seit etwas geschlagen wurde, und die Nummer des nächsten Zuges.',
        ],
      },
      {
        n: 25,
        text: [
          'Eine ganze Partie ist eine Aufzeichnung .gam: wer was wann spielte und wie es ausging, in Zeilen mit Klammern, und dann die Züge mit Uhren und Kommentaren.',
        ],
      },
    ],
  },
] as const;

export const rulebook = {
  title: 'Die Regeln von Terrace',
  lead: 'Alle, zum Lesen und zum Drucken. Die Lektionen lehren dasselbe am Brett.',
  lessons: 'Zu den Lektionen',
  print: 'Drucken',
  contents: 'Inhalt',
  number: (n: number) => `R${n}`,
  parts,
  figures: {
    board: 'Das Brett, mit der Stufe jedes Feldes.',
    pieces: 'Die Aufstellung Lang. Von der kleinsten zur größten: A, B, C, D; das T trägt einen Ring.',
    moves: 'Das C auf e4 kann entlang nach e1 oder h4, hinauf nach f3, hinab nach d4, und das B auf f5 schlagen.',
    turns: 'Vier Plätze. Die Ringe sind die Ziele: Süd und West wollen nach h8, Nord und Ost nach a1.',
    end: 'Süds T auf g8 kommt mit dem nächsten Zug an.',
    calls: 'Terrace-Matt: Nords T auf h8 kann von g7 geschlagen werden, und wohin es auch flieht.',
  },
  setups: 'Aufstellungen',
  setupsLead: 'Süd ist auf jedem Brett unten.',
};
