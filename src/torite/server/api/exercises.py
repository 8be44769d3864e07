"""The HTTP calls for exercises."""

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from torite.server.api.asked import BODY, NAMED, STORE, Visit, only_json, problems
from torite.server.house import House
from torite.server.visitors.limits import payer_of
from torite.table.looking import ExerciseAnswer, NextExercise, Solution


@get(
    "/games/{game:str}/exercise",
    summary="The next exercise of a game",
    tags=["exercises"],
    responses=problems(**STORE, s404="no such game", s429="too many in a short time"),
)
async def next_exercise(request: Visit, game: FromPath[str], house: NamedDependency[House]) -> NextExercise:
    """A moment of a match of the house that the caller has not been asked yet; the same until it is answered."""
    house.limits.count_replay(request)
    guest = await house.guest(request)
    return await house.exercises.next(game, guest.id if guest is not None else None, payer_of(request, guest))


@post(
    "/exercises/{exercise:str}/answer",
    status_code=201,
    summary="Answer an exercise",
    tags=["exercises"],
    guards=[only_json],
    responses=problems(
        **BODY | {"s400": "the body is not as described, or that may not be done there"},
        **STORE | NAMED,
        s404="no such exercise for the caller, or the house does not have its game any more",
        s409="the caller has answered it",
        s429="too many in a short time",
    ),
)
async def answer_exercise(
    request: Visit, exercise: FromPath[str], data: JSONBody[ExerciseAnswer], house: NamedDependency[House]
) -> Solution:
    """Was it right, and what would each action have brought?  The first answer is kept, and there is no second."""
    house.check_welcome(request)
    guest = (await house.known(request)).guest
    house.limits.count_replay(request)
    return await house.exercises.answer(exercise, data.code, guest.id, payer_of(request, guest))


CALLS = [next_exercise, answer_exercise]
