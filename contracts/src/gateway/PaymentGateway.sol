// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Permit.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Create2} from "@openzeppelin/contracts/utils/Create2.sol";
import {LowLevelCall} from "@openzeppelin/contracts/utils/LowLevelCall.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";

import {Asset} from "../lib/Asset.sol";
import {CloneCode} from "../lib/CloneCode.sol";
import {Deposit} from "./Deposit.sol";
import {IReceiveWithAuthorization} from "./IReceiveWithAuthorization.sol";

/// @title Payments that say what they are for
/// @notice Moves a buyer's money to a payout address and records which receipt it pays, in one event for all
/// ways to pay. Nobody owns it and it keeps nothing: money is with the payout address when the transaction ends.
///
/// Amounts are in base units. `address(0)` and 0xEeee...EEeE both mean native coin, events say `address(0)`.
///
/// Receipt key, payout address and token are the caller's word. Whoever reads the events has to know which
/// payout address and which tokens a receipt takes; of a token it knows, the amount can be relied on.
/// @dev An event never says more than arrived: what a token moved is measured at the payout address. A payment
/// that arrives short reverts, since the buyer still has the money; a deposit that arrives short is recorded as
/// what arrived, since there is no other way for it to leave. Nothing re-enters, so that nothing else can arrive
/// through here between the two readings.
contract PaymentGateway is ReentrancyGuardTransient {
    /// @param payer Who signed, and whose money it is.
    /// @param validAfter Unix seconds, exclusive.
    /// @param validBefore Unix seconds, exclusive.
    /// @param salt Chosen by the payer; a new one for every further payment of the same receipt.
    /// @param signature Of EIP-3009's ReceiveWithAuthorization, by a key or an EIP-1271 wallet.
    struct Authorization {
        address payer;
        uint256 validAfter;
        uint256 validBefore;
        bytes32 salt;
        bytes signature;
    }

    /// @notice One deposit to flush.
    struct Flush {
        bytes32 receiptKey;
        address payoutAddress;
        address token;
    }

    /// @notice The gas that a token may use to say what a deposit holds, and the gas that moving it on may use,
    /// in a flush of many; both several times what a token behind a proxy needs.
    uint256 public constant READ_GAS = 100_000;
    uint256 public constant SWEEP_GAS = 300_000;

    /// @notice The gas that a flush of many never needs more of: both of the above, with what it takes to pass
    /// them on whole, to make the deposit and to record it.
    uint256 public constant FLUSH_GAS = 480_000;

    /// @notice What every deposit address runs.
    address public immutable depositImplementation = address(new Deposit());

    /// @notice `amount` of `token` arrived at `payoutAddress` for a receipt.
    /// @param payer Whose money it was; for a flush the deposit address, as nobody can say who paid into it.
    event PaymentReceived(
        bytes32 indexed receiptKey,
        address indexed payoutAddress,
        address indexed payer,
        address token,
        uint256 amount
    );

    /// @notice One flush of many failed and moved nothing. The reason may have passed when it is tried again.
    event FlushFailed(bytes32 indexed receiptKey, address indexed payoutAddress, address token);

    /// @notice A payment is of something.
    error PaymentGatewayZeroAmount();

    /// @notice Nobody could ever move what is paid there.
    error PaymentGatewayInvalidPayoutAddress(address payoutAddress);

    /// @notice Native coin comes along exactly for a payment in it, and for no other.
    error PaymentGatewayWrongValue(uint256 value, uint256 expected);

    /// @notice This way to pay is for tokens.
    error PaymentGatewayTokenRequired();

    /// @notice The token kept some of it.
    error PaymentGatewayArrivedShort(address token, uint256 arrived, uint256 amount);

    /// @notice Too little gas to give the next flush all that it may use.
    error PaymentGatewayGasTooLow(uint256 gas, uint256 needed);

    /// @notice Pays a receipt with the caller's native coin or tokens; anyone may pay any receipt.
    /// @dev Tokens need an allowance for this contract. Native coin comes along, exactly `amount` of it.
    function pay(bytes32 receiptKey, address payoutAddress, address token, uint256 amount)
        external
        payable
        nonReentrant
    {
        token = Asset.normalise(token);
        _requirePayment(payoutAddress, amount);
        uint256 expected = token == Asset.NATIVE ? amount : 0;
        if (msg.value != expected) revert PaymentGatewayWrongValue(msg.value, expected);

        if (token == Asset.NATIVE) {
            Asset.send(token, payoutAddress, amount);
        } else {
            _collect(payoutAddress, token, amount);
        }
        emit PaymentReceived(receiptKey, payoutAddress, msg.sender, token, amount);
    }

    /// @notice The same with an EIP-2612 permit of the caller instead of an allowance given before.
    /// @dev A permit that fails is no reason to stop: somebody may have submitted it first. The allowance decides.
    function payWithPermit(
        bytes32 receiptKey,
        address payoutAddress,
        address token,
        uint256 amount,
        uint256 deadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external nonReentrant {
        _requireToken(token);
        _requirePayment(payoutAddress, amount);

        try IERC20Permit(token).permit(msg.sender, address(this), amount, deadline, v, r, s) {} catch {}
        _collect(payoutAddress, token, amount);
        emit PaymentReceived(receiptKey, payoutAddress, msg.sender, token, amount);
    }

    /// @notice Pays with an EIP-3009 authorization for this contract. Anyone may submit it, at their expense.
    /// @dev The nonce that the payer signs is keccak256(abi.encode(receiptKey, payoutAddress, salt)). So the
    /// signature pays this amount of this token for this receipt to this address, and nothing else.
    function payWithAuthorization(
        bytes32 receiptKey,
        address payoutAddress,
        address token,
        uint256 amount,
        Authorization calldata authorization
    ) external nonReentrant {
        _requireToken(token);
        _requirePayment(payoutAddress, amount);
        uint256 heldBefore = Asset.balanceOf(token, address(this));
        uint256 paidBefore = Asset.balanceOf(token, payoutAddress);

        IReceiveWithAuthorization(token).receiveWithAuthorization(
            authorization.payer,
            address(this),
            amount,
            authorization.validAfter,
            authorization.validBefore,
            keccak256(abi.encode(receiptKey, payoutAddress, authorization.salt)),
            authorization.signature
        );
        // Some tokens take calls they do not know for granted. What is sent on has to have come from the payer.
        _requireArrived(token, address(this), heldBefore, amount);
        Asset.send(token, payoutAddress, amount);
        _requireArrived(token, payoutAddress, paidBefore, amount);
        emit PaymentReceived(receiptKey, payoutAddress, authorization.payer, token, amount);
    }

    /// @notice Moves what lies at a receipt's deposit address on to the payout address. Anyone may call, any
    /// number of times.
    /// @return amount What arrived; 0 when nothing was there.
    function flush(bytes32 receiptKey, address payoutAddress, address token)
        external
        nonReentrant
        returns (uint256 amount)
    {
        _requirePayoutAddress(payoutAddress);
        bool ok;
        (ok, amount) = _flush(receiptKey, payoutAddress, token, gasleft(), gasleft());
        if (!ok) LowLevelCall.bubbleRevert();
    }

    /// @notice Flushes each, whatever becomes of the others.
    /// @dev Too little gas reverts: it must not pass for a failure. FLUSH_GAS for each, beside what the
    /// transaction itself costs, is enough, whatever tokens and payout addresses do.
    function flushMany(Flush[] calldata flushes) external nonReentrant {
        for (uint256 i = 0; i < flushes.length; ++i) {
            if (gasleft() < FLUSH_GAS) revert PaymentGatewayGasTooLow(gasleft(), FLUSH_GAS);

            Flush calldata one = flushes[i];
            (bool ok,) = _flush(one.receiptKey, one.payoutAddress, one.token, READ_GAS, SWEEP_GAS);
            if (!ok) emit FlushFailed(one.receiptKey, one.payoutAddress, Asset.normalise(one.token));
        }
    }

    /// @dev When it fails, the return data of the last call says why.
    function _flush(
        bytes32 receiptKey,
        address payoutAddress,
        address token,
        uint256 readGas,
        uint256 sweepGas
    ) private returns (bool ok, uint256 amount) {
        if (!_isPayoutAddress(payoutAddress)) return (false, 0);
        token = Asset.normalise(token);
        bytes memory code = _creationCode(receiptKey, payoutAddress);
        address deposit = Create2.computeAddress(receiptKey, keccak256(code));
        uint256 held;
        (ok, held) = Asset.tryBalanceOf(token, deposit, readGas);
        if (!ok || held == 0) return (ok, 0);

        if (deposit.code.length == 0) Create2.deploy(0, receiptKey, code);
        try Deposit(deposit).sweep{gas: sweepGas}(token, held) returns (uint256 arrived) {
            emit PaymentReceived(receiptKey, payoutAddress, deposit, token, arrived);
            return (true, arrived);
        } catch {
            return (false, 0);
        }
    }

    function _collect(address payoutAddress, address token, uint256 amount) private {
        uint256 before = Asset.balanceOf(token, payoutAddress);
        SafeERC20.safeTransferFrom(IERC20(token), msg.sender, payoutAddress, amount);
        _requireArrived(token, payoutAddress, before, amount);
    }

    function _requirePayment(address payoutAddress, uint256 amount) private view {
        if (amount == 0) revert PaymentGatewayZeroAmount();
        _requirePayoutAddress(payoutAddress);
    }

    function _requirePayoutAddress(address payoutAddress) private view {
        if (!_isPayoutAddress(payoutAddress)) revert PaymentGatewayInvalidPayoutAddress(payoutAddress);
    }

    /// @dev Zero is a mistake, and what this contract or the deposits' code were paid nobody could ever move.
    function _isPayoutAddress(address payoutAddress) private view returns (bool) {
        return payoutAddress != address(0) && payoutAddress != address(this)
            && payoutAddress != depositImplementation;
    }

    function _requireToken(address token) private pure {
        if (Asset.normalise(token) == Asset.NATIVE) revert PaymentGatewayTokenRequired();
    }

    function _requireArrived(address token, address to, uint256 before, uint256 amount) private view {
        uint256 arrived = Asset.balanceOf(token, to) - before;
        if (arrived < amount) revert PaymentGatewayArrivedShort(token, arrived, amount);
    }

    /// @notice Where a receipt can be paid by a plain transfer of any token or of native coin, from any wallet,
    /// before and after anything was flushed from there.
    function depositAddress(bytes32 receiptKey, address payoutAddress) external view returns (address) {
        _requirePayoutAddress(payoutAddress);
        return Create2.computeAddress(receiptKey, keccak256(_creationCode(receiptKey, payoutAddress)));
    }

    function _creationCode(bytes32 receiptKey, address payoutAddress) private view returns (bytes memory) {
        return CloneCode.creationCode(depositImplementation, abi.encodePacked(payoutAddress, receiptKey));
    }
}
